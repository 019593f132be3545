import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, cardToken, cardWith, signIn } from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { type StaffBrowser, staffBrowser } from "../../../../test/fixtures/staff/staff-browser.ts";
import { day, subscribing } from "../../../../test/fixtures/subscriptions/subscribing.ts";
import { type Unpaid, unpaidSubscriptions } from "../../../../test/fixtures/subscriptions/unpaid.ts";

/** Can be stored; every charge is declined (soft). */
const failing = "4000000000000341";

let gateway: TestGateway;
let client: Client;
let owing: ReturnType<typeof unpaidSubscriptions>;
let plan: string;

beforeAll(async () => {
	gateway = await startTestGateway();
	gateway.clocks.business.stop();
	client = await signIn(gateway.url, gateway.merchant);
	const steps = subscribing(client, () => gateway.clocks.business.now());
	owing = unpaidSubscriptions({ gateway, client, steps });
	plan = await steps.plan();
});

afterAll(() => gateway.stop());

const unpaid = () => owing.unpaid(plan, failing);

async function payerAt(link: string): Promise<StaffBrowser> {
	const browser = staffBrowser(gateway.url);
	await browser.get(link);
	return browser;
}

const freshToken = (number = "4111111111111111") =>
	cardToken(gateway.merchant.public_key, cardWith(number), gateway.clocks.real.now());

async function paymentsOf(made: Unpaid): Promise<number> {
	return (await owing.paymentsOf(made)).filter(({ transaction_result: result }) => result === "APPROVED").length;
}

describe("the link in a mail about a failed payment", () => {
	test("leads to a page that takes another card, charges what is owed, and dies", async () => {
		const owed = await unpaid();
		const payer = await payerAt(owed.link);
		const page = await payer.get(owed.link);
		expect(page.text).toContain("Pay $31.00 CAD and use this card from now on");
		expect(page.text).toContain("•••• 0341");
		expect(page.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
		const done = await payer.submit({ token: await freshToken() });
		expect([done.status, done.text]).toEqual([200, expect.stringContaining("has your payment")]);
		expect(await owing.read(owed)).toMatchObject({ status: "ACTIVE", next_run: expect.any(Number) });
		expect(await paymentsOf(owed)).toBe(1);
		const again = await payer.get(owed.link);
		expect([again.status, again.headers.get("X-Robots-Tag")]).toEqual([404, "noindex"]);
	}, 40_000);

	test("two tabs pay once, and the second sees that it is done", async () => {
		const owed = await unpaid();
		const [one, two] = [await payerAt(owed.link), await payerAt(owed.link)];
		const answers = await Promise.all([
			one.submit({ token: await freshToken() }),
			two.submit({ token: await freshToken("5555555555554444") }),
		]);
		expect(answers.map(({ status }) => status)).toContain(200);
		expect(await paymentsOf(owed)).toBe(1);
		expect((await two.get(owed.link)).status).toBe(404);
	}, 40_000);

	test("a card that declines charges nothing and says so; another one pays", async () => {
		const owed = await unpaid();
		const payer = await payerAt(owed.link);
		// The first is refused when it is stored, the second when it is charged.
		for (const number of ["4000000000000002", failing]) {
			const refused = await payer.submit({ token: await freshToken(number) });
			expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Nothing was charged")]);
		}
		expect(await paymentsOf(owed)).toBe(0);
		const done = await payer.submit({ token: await freshToken() });
		expect(done.status, done.text).toBe(200);
		expect(await paymentsOf(owed)).toBe(1);
	}, 40_000);

	test("a subscription that was cancelled meanwhile stores nothing", async () => {
		const owed = await unpaid();
		const payer = await payerAt(owed.link);
		await client.send(`/customer-service/customer/${owed.customer}/subscription/${owed.subscription}`, {
			method: "PATCH",
			body: JSON.stringify({ status: "CANCELLED" }),
			headers: { "Content-Type": "application/json" },
		});
		const ended = await payer.submit({ token: await freshToken() });
		expect(ended.text).toContain("This subscription has ended");
		const { body } = await client.get(`/customer-service/customer/${owed.customer}`);
		expect(body.cards).toHaveLength(1);
	}, 40_000);

	test("forged, foreign and expired links are one page", async () => {
		const [owed, other] = [await unpaid(), await unpaid()];
		const browser = staffBrowser(gateway.url);
		const forged = owed.link.replace(/lk1.{20}/, `lk1${other.subscription}`);
		for (const link of [forged, "/pay/card/lk1", "/pay/card/x", owed.link.replace(/.(?=\?)/, "_")]) {
			const { status, text } = await browser.get(link);
			expect([status, text]).toEqual([404, expect.stringContaining("There is nothing to do here")]);
		}
		gateway.clocks.business.advance(100 * day);
		expect((await browser.get(owed.link)).status).toBe(404);
	}, 60_000);
});
