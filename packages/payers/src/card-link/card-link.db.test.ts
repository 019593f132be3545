import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, cardToken, cardWith, type JsonObject, signIn } from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { type StaffBrowser, staffBrowser } from "../../../../test/fixtures/staff/staff-browser.ts";
import {
	customerPath,
	day,
	type SubscriberBody,
	type Subscribing,
	subscribing,
} from "../../../../test/fixtures/subscriptions/subscribing.ts";

/** Can be stored; every charge is declined (soft). */
const failing = "4000000000000341";

let gateway: TestGateway;
let client: Client;
let steps: Subscribing;
let plan: string;
let payers = 0;

beforeAll(async () => {
	gateway = await startTestGateway();
	gateway.clocks.business.stop();
	client = await signIn(gateway.url, gateway.merchant);
	steps = subscribing(client, () => gateway.clocks.business.now());
	plan = await steps.plan();
});

afterAll(() => gateway.stop());

interface Subscribed {
	email: string;
	customer: string;
	subscription: string;
}

const read = async ({ customer, subscription }: Subscribed) =>
	(await client.get(`/customer-service/customer/${customer}/subscription/${subscription}`)).body;

/** A subscription whose first payment failed, and the address in the mail about it. */
async function unpaid(): Promise<Subscribed & { link: string }> {
	payers += 1;
	const email = `payer${payers}@example.com`;
	const customer = await steps.customer(0, { email });
	const { body } = await client.post(`${customerPath}/${customer.lookup_id}/card`, cardWith(failing));
	const { lookup_id: subscription } = await steps.subscribe(body as SubscriberBody, plan);
	const made = { email, customer: customer.lookup_id, subscription };
	subscriptionOf.set(email, subscription);
	gateway.clocks.business.advance(day + 60_000);
	await expect.poll(async () => (await read(made)).status, { timeout: 15_000 }).toBe("RETRY");
	return { ...made, link: await linkIn(email) };
}

async function linkIn(email: string): Promise<string> {
	const find = async () => {
		const mails = await gateway.database.tables
			.selectFrom("mailbox")
			.select(["text", "message_id"])
			.where("message_id", "like", "payment-failed.%")
			.execute();
		const ofPayer = mails.filter(({ message_id: id }) => id.includes(subscriptionOf.get(email) ?? "?"));
		return /https?:\/\/\S+\/pay\/card\/\S+/.exec(ofPayer[0]?.text ?? "")?.[0];
	};
	await expect.poll(find, { timeout: 15_000 }).toBeDefined();
	const { pathname, search } = new URL((await find()) as string);
	return `${pathname}${search}`;
}

const subscriptionOf = new Map<string, string>();

async function payerAt(link: string): Promise<StaffBrowser> {
	const browser = staffBrowser(gateway.url);
	await browser.get(link);
	return browser;
}

const freshToken = (number = "4111111111111111") =>
	cardToken(gateway.merchant.public_key, cardWith(number), gateway.clocks.real.now());

async function paymentsOf({ subscription }: Subscribed): Promise<number> {
	const { body } = await client.get(`/transaction-service/transaction?subscription_lookup_id=${subscription}`);
	return (body.entities as JsonObject[]).filter(({ transaction_result: result }) => result === "APPROVED").length;
}

describe("the link in a mail about a failed payment", () => {
	test("leads to a page that takes another card, charges what is owed, and dies", async () => {
		const owing = await unpaid();
		const payer = await payerAt(owing.link);
		const page = await payer.get(owing.link);
		expect(page.text).toContain("Pay $31.00 CAD and use this card from now on");
		expect(page.text).toContain("•••• 0341");
		expect(page.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
		const done = await payer.submit({ token: await freshToken() });
		expect([done.status, done.text]).toEqual([200, expect.stringContaining("has your payment")]);
		expect(await read(owing)).toMatchObject({ status: "ACTIVE", next_run: expect.any(Number) });
		expect(await paymentsOf(owing)).toBe(1);
		const again = await payer.get(owing.link);
		expect([again.status, again.headers.get("X-Robots-Tag")]).toEqual([404, "noindex"]);
	}, 40_000);

	test("two tabs pay once, and the second sees that it is done", async () => {
		const owing = await unpaid();
		const [one, two] = [await payerAt(owing.link), await payerAt(owing.link)];
		const answers = await Promise.all([
			one.submit({ token: await freshToken() }),
			two.submit({ token: await freshToken("5555555555554444") }),
		]);
		expect(answers.map(({ status }) => status)).toContain(200);
		expect(await paymentsOf(owing)).toBe(1);
		expect((await two.get(owing.link)).status).toBe(404);
	}, 40_000);

	test("a card that declines charges nothing and says so; another one pays", async () => {
		const owing = await unpaid();
		const payer = await payerAt(owing.link);
		// The first is refused when it is stored, the second when it is charged.
		for (const number of ["4000000000000002", failing]) {
			const refused = await payer.submit({ token: await freshToken(number) });
			expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Nothing was charged")]);
		}
		expect(await paymentsOf(owing)).toBe(0);
		const done = await payer.submit({ token: await freshToken() });
		expect(done.status, done.text).toBe(200);
		expect(await paymentsOf(owing)).toBe(1);
	}, 40_000);

	test("a subscription that was cancelled meanwhile stores nothing", async () => {
		const owing = await unpaid();
		const payer = await payerAt(owing.link);
		await client.send(`/customer-service/customer/${owing.customer}/subscription/${owing.subscription}`, {
			method: "PATCH",
			body: JSON.stringify({ status: "CANCELLED" }),
			headers: { "Content-Type": "application/json" },
		});
		const ended = await payer.submit({ token: await freshToken() });
		expect(ended.text).toContain("This subscription has ended");
		const { body } = await client.get(`/customer-service/customer/${owing.customer}`);
		expect(body.cards).toHaveLength(1);
	}, 40_000);

	test("forged, foreign and expired links are one page", async () => {
		const [owing, other] = [await unpaid(), await unpaid()];
		const browser = staffBrowser(gateway.url);
		const forged = owing.link.replace(/lk1.{20}/, `lk1${other.subscription}`);
		for (const link of [forged, "/pay/card/lk1", "/pay/card/x", owing.link.replace(/.(?=\?)/, "_")]) {
			const { status, text } = await browser.get(link);
			expect([status, text]).toEqual([404, expect.stringContaining("There is nothing to do here")]);
		}
		gateway.clocks.business.advance(100 * day);
		expect((await browser.get(owing.link)).status).toBe(404);
	}, 60_000);
});
