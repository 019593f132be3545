import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, cardToken, cardWith, signIn } from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { authenticateAtBank } from "../../../../test/fixtures/payments/bank.ts";
import { type StaffBrowser, staffBrowser } from "../../../../test/fixtures/staff/staff-browser.ts";
import { subscribing } from "../../../../test/fixtures/subscriptions/subscribing.ts";
import { type Unpaid, unpaidSubscriptions } from "../../../../test/fixtures/subscriptions/unpaid.ts";
import { nextDueAt } from "../../../subscriptions/src/renewal/due-renewals.store.ts";

const alwaysAsks = "4000000000001059";
const asks = "4000000000001091";
/** Can be stored; every charge is declined (soft). */
const failing = "4000000000000341";

const payerTimeMs = 15 * 60_000;
const waiting = { timeout: 15_000 };

let gateway: TestGateway;
/** Another process of the service, on the same database. */
let neighbour: TestGateway;
let client: Client;
let owing: ReturnType<typeof unpaidSubscriptions>;
let plan: string;

beforeAll(async () => {
	gateway = await startTestGateway();
	gateway.clocks.business.stop();
	neighbour = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
	client = await signIn(gateway.url, gateway.merchant);
	const steps = subscribing(client, () => gateway.clocks.business.now());
	owing = unpaidSubscriptions({ gateway, client, steps });
	plan = await steps.plan();
});

afterAll(async () => {
	await neighbour.stop();
	await gateway.stop();
});

const unpaid = (number = alwaysAsks) => owing.unpaid(plan, number);

async function payerAt(link: string, { url } = gateway): Promise<StaffBrowser> {
	const browser = staffBrowser(url);
	await browser.get(link);
	return browser;
}

const freshToken = (number: string) =>
	cardToken(gateway.merchant.public_key, cardWith(number), gateway.clocks.real.now());

interface AtBank {
	/** Of the gateway's page for the payer. */
	path: string;
	id: string;
	creq: string;
}

/** Pays with the card of the subscription, or another, and is sent to the bank. */
async function goToBank(payer: StaffBrowser, fields: Record<string, string> = {}): Promise<AtBank> {
	const sent = await payer.submit(fields);
	expect(sent.status, sent.text).toBe(303);
	const { pathname: path } = new URL(sent.headers.get("Location") ?? "");
	const id = path.split("/")[3] ?? "";
	const action = await gateway.database.tables
		.selectFrom("payer_actions")
		.select("fields")
		.where("transaction_id", "=", id)
		.executeTakeFirstOrThrow();
	return { path, id, creq: String(action.fields.creq) };
}

/** The bank returns the payer, whose browser follows. Returns the page that the payer ends on. */
async function comeBack(payer: StaffBrowser, { path, creq }: AtBank, code = "1234") {
	const { cres } = await authenticateAtBank(gateway, creq, { code });
	await bankReturns(path, cres);
	return pageAfter(payer, path);
}

async function bankReturns(path: string, cres: string, { url } = gateway): Promise<void> {
	const body = new URLSearchParams({ cres });
	const answer = await fetch(`${url}${path}/return`, { method: "POST", body, redirect: "manual" });
	expect(answer.status).toBe(303);
}

async function pageAfter(payer: StaffBrowser, path: string) {
	const { text } = await payer.get(path);
	const next = /data-next="([^"]+)"/.exec(text)?.[1];
	expect(next, text).toBeDefined();
	const { pathname, search } = new URL((next ?? "").replaceAll("&amp;", "&"));
	return payer.get(`${pathname}${search}`);
}

const approved = async (of: Unpaid) =>
	(await owing.paymentsOf(of)).filter(({ transaction_result: result }) => result === "APPROVED");

/** As staff. */
const request = ({ customer, subscription }: Unpaid, status: "ACTIVE" | "CANCELLED") =>
	client.send(`/customer-service/customer/${customer}/subscription/${subscription}`, {
		method: "PATCH",
		body: JSON.stringify({ status }),
		headers: { "Content-Type": "application/json" },
	});

const statusOf = async (of: Unpaid) => (await owing.read(of)).status;

describe("a renewal that the bank wants confirmed", () => {
	test("is mailed as such, and paid with the same card by its authenticated holder", async () => {
		const owed = await unpaid();
		expect(owed.mail).toContain("Your bank asks you to confirm this payment.");
		expect(owed.mail).toContain("Confirm and pay");
		const payer = await payerAt(owed.link);
		expect((await payer.get(owed.link)).text).toContain("Pay $31.00 CAD with this card");
		const done = await comeBack(payer, await goToBank(payer));
		expect([done.status, done.text]).toEqual([200, expect.stringContaining("has your payment")]);
		expect(await approved(owed)).toMatchObject([
			{ initiated_by: "cardholder", purpose: null, three_d_secure: { status: "Y", liability_shift: true } },
		]);
		expect(await owing.read(owed)).toMatchObject({ status: "ACTIVE", next_run: expect.any(Number) });
		expect((await payer.get(owed.link)).status).toBe(404);
	}, 40_000);

	test("is paid with another card, whose bank asks as well", async () => {
		const owed = await unpaid(failing);
		const payer = await payerAt(owed.link);
		expect((await payer.get(owed.link)).text).not.toContain("with this card");
		const done = await comeBack(payer, await goToBank(payer, { token: await freshToken(asks) }));
		expect(done.text).toContain("has your payment");
		const [payment, ...others] = await approved(owed);
		expect([payment, others]).toMatchObject([{ card_suffix: 1091, initiated_by: "cardholder" }, []]);
	}, 40_000);

	test("stays open after a wrong code: the payer reads why, and tries again", async () => {
		const owed = await unpaid();
		const payer = await payerAt(owed.link);
		const refused = await comeBack(payer, await goToBank(payer), "9999");
		expect(refused.text).toContain("was not confirmed with your bank. Nothing was charged.");
		expect([await approved(owed), await statusOf(owed)]).toEqual([[], "RETRY"]);
		const done = await comeBack(payer, await goToBank(payer));
		expect(done.text).toContain("has your payment");
		expect(await approved(owed)).toHaveLength(1);
	}, 40_000);

	test("stays open when the payer never comes back", async () => {
		const owed = await unpaid();
		const payer = await payerAt(owed.link);
		const { id } = await goToBank(payer);
		gateway.clocks.real.advance(payerTimeMs);
		await expect
			.poll(() => owing.paymentsOf(owed), waiting)
			.toMatchObject([
				{ transaction_id: id, transaction_result: "DECLINED", decline_code: "authentication_failed" },
				{ decline_code: "authentication_required" },
			]);
		await expect.poll(async () => (await payer.get(owed.link)).text, waiting).toContain("with this card");
		expect(await statusOf(owed)).toBe("RETRY");
		// The first approval is the only one.
		await comeBack(payer, await goToBank(payer));
		expect(await approved(owed)).toHaveLength(1);
	}, 60_000);

	test("is charged once when the bank returns twice, to two gateways at the same time", async () => {
		const owed = await unpaid();
		const payer = await payerAt(owed.link);
		const { path, creq } = await goToBank(payer);
		const { cres } = await authenticateAtBank(gateway, creq);
		await Promise.all([bankReturns(path, cres), bankReturns(path, cres, neighbour)]);
		await bankReturns(path, cres);
		expect((await pageAfter(payer, path)).text).toContain("has your payment");
		expect(await approved(owed)).toHaveLength(1);
	}, 40_000);

	test("is charged once from two tabs, and the second leads to the same page of the bank", async () => {
		const owed = await unpaid();
		const [one, two] = [await payerAt(owed.link), await payerAt(owed.link, neighbour)];
		const sent = await Promise.all([one.submit({}), two.submit({})]);
		expect(sent.map(({ status }) => status)).toEqual([303, 303]);
		const seen = await two.get(owed.link);
		expect(seen.text).toContain("Your payment is being made");
		const bank = /href="([^"]+\/pay\/authenticate\/[^"]+)"/.exec(seen.text)?.[1] ?? "";
		const path = new URL(bank).pathname;
		const { fields } = await gateway.database.tables
			.selectFrom("payer_actions")
			.select("fields")
			.where("transaction_id", "=", path.split("/")[3] ?? "")
			.executeTakeFirstOrThrow();
		const done = await comeBack(two, { path, id: "", creq: String(fields.creq) });
		expect(done.text).toContain("has your payment");
		expect(await owing.paymentsOf(owed)).toHaveLength(2);
		expect(await approved(owed)).toHaveLength(1);
	}, 40_000);

	test("is not charged by the renewal job or by staff while the payer is at the bank", async () => {
		const owed = await unpaid();
		const payer = await payerAt(owed.link);
		const atBank = await goToBank(payer);
		// The next planned try falls due.
		gateway.clocks.business.advance(3 * 86_400_000);
		const staff = await request(owed, "ACTIVE");
		expect([staff.status, staff.body.reason]).toEqual([402, "outcome_pending"]);
		expect(await owing.paymentsOf(owed)).toMatchObject([
			{ transaction_id: atBank.id, transaction_result: "PENDING" },
			{ transaction_result: "DECLINED" },
		]);
		expect((await comeBack(payer, atBank)).text).toContain("has your payment");
		expect(await approved(owed)).toHaveLength(1);
	}, 40_000);

	test.each([1, 2, 3])(
		"is charged once when its planned try falls due as the payer pays (%i)",
		async () => {
			const owed = await unpaid(failing);
			const payer = await payerAt(owed.link);
			const token = await freshToken("4111111111111111");
			const paying = payer.submit({ token });
			gateway.clocks.business.advance(3 * 86_400_000);
			const { text } = await paying;
			expect(await approved(owed)).toHaveLength(text.includes("has your payment") ? 1 : 0);
			// The try came first, with the former card.
			if (!text.includes("has your payment")) {
				await payer.get(owed.link);
				expect((await payer.submit({ token: await freshToken("4111111111111111") })).text).toContain(
					"has your payment",
				);
			}
			expect(await approved(owed)).toHaveLength(1);
		},
		40_000,
	);

	test("is not charged any more once the subscription was cancelled, also with the right code", async () => {
		const owed = await unpaid();
		const payer = await payerAt(owed.link);
		const atBank = await goToBank(payer);
		const cancelled = await request(owed, "CANCELLED");
		expect(cancelled.status, cancelled.text).toBe(200);
		expect((await comeBack(payer, atBank)).text).toContain("This subscription has ended");
		expect([await approved(owed), await statusOf(owed)]).toEqual([[], "CANCELLED"]);
	}, 40_000);

	test("leaves the sandbox's clock free while the payer is at the bank", async () => {
		const owed = await unpaid();
		const payer = await payerAt(owed.link);
		const atBank = await goToBank(payer);
		const { business, real } = gateway.clocks;
		const next = async () => (await nextDueAt(gateway.database.tables, real.now())) ?? Number.POSITIVE_INFINITY;
		await expect.poll(next, waiting).toBeGreaterThan(business.now());
		expect((await comeBack(payer, atBank)).text).toContain("has your payment");
	}, 40_000);

	test("cannot be given a card by a link that was used", async () => {
		const owed = await unpaid();
		const payer = await payerAt(owed.link);
		const atBank = await goToBank(payer);
		await comeBack(payer, atBank);
		const shown = await payer.get(`${owed.link}&transaction_id=${atBank.id}`);
		expect(shown.text).toContain("has your payment");
		const token = await freshToken("4111111111111111");
		const refused = await payer.submit({ token });
		expect(refused.status).toBe(404);
	}, 40_000);
});
