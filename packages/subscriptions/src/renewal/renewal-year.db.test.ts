import { afterAll, beforeAll, expect, test } from "vitest";
import { transactionsOf } from "../../../../test/fixtures/api/records.ts";
import { type Client, cardWith, goodCard, type JsonObject, send, signIn } from "../../../../test/fixtures/client.ts";
import { testClocks } from "../../../../test/fixtures/clock.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";

const day = 86_400_000;

/** Half past nine in the evening of the 31st of January in Toronto. */
const start = Date.UTC(2027, 1, 1, 2, 30);

let gateway: TestGateway;
let client: Client;
let customerPath: string;

beforeAll(async () => {
	gateway = await startTestGateway({ clocks: testClocks({ businessAt: Date.UTC(2026, 10, 1) }) });
	// The clock is stopped, so that times are exact.
	gateway.clocks.business.stop();
	client = await signIn(gateway.url, gateway.merchant);
	await gateway.database.tables.updateTable("merchants").set({ time_zone: "America/Toronto" }).execute();
	const { body } = await client.post("/customer-service/customer", { email: "ada@example.com" });
	customerPath = `/customer-service/customer/${body.lookup_id}`;
});

afterAll(() => gateway.stop());

async function ok(answer: ReturnType<Client["post"]>): Promise<JsonObject> {
	const { status, body, text } = await answer;
	expect(status, text).toBe(200);
	return body;
}

async function addCard(card: JsonObject): Promise<string> {
	const { cards } = (await ok(client.post(`${customerPath}/card`, card))) as { cards: JsonObject[] };
	const added = cards.find(({ card_suffix }) => String(card.card_number).endsWith(String(card_suffix)));
	return String(added?.lookup_id);
}

async function subscription(): Promise<JsonObject> {
	const { subscriptions } = (await ok(client.get(customerPath))) as { subscriptions: JsonObject[] };
	expect(subscriptions).toHaveLength(1);
	return subscriptions[0] ?? {};
}

async function change(fields: JsonObject): Promise<void> {
	const { lookup_id } = await subscription();
	const headers = { "Content-Type": "application/json" };
	const path = `${customerPath}/subscription/${lookup_id}`;
	await ok(client.send(path, { method: "PATCH", headers, body: JSON.stringify(fields) }));
}

const moveTo = (now: number) => ok(client.post("/sandbox/clock", { now }));

/** Returns the time, status and card of all payments since `from`. */
async function paymentsSince(from: number) {
	const all = (await transactionsOf(gateway)).filter(({ created_at }) => created_at >= from);
	return all.map(({ created_at, status, card_type }) => [new Date(created_at).toISOString(), status, card_type]);
}

async function mailSince(from: number) {
	const { text } = await send(`${gateway.mailboxUrl}&limit=1000`);
	const mails = (JSON.parse(text) as { sent_at: number; subject: string }[]).filter(({ sent_at }) => sent_at >= from);
	return mails.reverse().map(({ sent_at, subject }) => [new Date(sent_at).toISOString(), subject]);
}

const receipt = "Test: Receipt for $31.00 CAD from Maple & Main";
const failed = "Test: Your payment to Maple & Main failed";
const suspended = "Test: Your subscription at Maple & Main is suspended";

test("S-01 S-03 a month-end subscription is charged at each month's end, at the same local time, with a receipt", async () => {
	const plan = { name: "Coffee", amount: 31, currency: "CAD", frequency: "MOTHLY", send_receipt: true };
	const { lookup_id: plan_lookup_id } = await ok(client.post("/plan-service/plan", plan));
	const card_lookup_id = await addCard({ ...goodCard, card_expiry_year: "30" });
	const body = { plan_lookup_id, card_lookup_id, start_date: start };
	await ok(client.post("/customer-service/customer/subscription", body));
	const until = Date.UTC(2027, 3, 2);
	expect(await moveTo(until)).toEqual({ now: until, charged: 3, failed: 0, mails: 3 });
	// The last evening of each month in Toronto, where summer time begins on the 14th of March.
	const times = ["2027-02-01T02:30:00.000Z", "2027-03-01T02:30:00.000Z", "2027-04-01T01:30:00.000Z"];
	expect(await paymentsSince(start)).toEqual(times.map((time) => [time, "APPROVED", "Visa"]));
	expect(await mailSince(start)).toEqual(times.map((time) => [time, receipt]));
	expect(await subscription()).toMatchObject({ status: "ACTIVE", completed_cycles: 3 });
});

test("S-09 a declined card is tried again after 1, 3, 5 and 7 days, with a dunning mail each time", async () => {
	await change({ card_lookup_id: await addCard(cardWith("4000000000000341")) });
	const due = Date.UTC(2027, 4, 1, 1, 30);
	expect(await moveTo(due + 4 * day)).toMatchObject({ charged: 0, failed: 3, mails: 3 });
	expect(await subscription()).toMatchObject({ status: "RETRY", failed_attempts: 3, delinquent_since: due });
	expect(await moveTo(due + 20 * day)).toMatchObject({ charged: 0, failed: 2, mails: 2 });
	const times = [0, 1, 3, 5, 7].map((days) => new Date(due + days * day).toISOString());
	expect(await paymentsSince(due)).toEqual(times.map((time) => [time, "DECLINED", "Visa"]));
	const subjects = [failed, failed, failed, failed, suspended];
	expect(await mailSince(due)).toEqual(times.map((time, index) => [time, subjects[index]]));
	expect(await subscription()).toMatchObject({ status: "SUSPENDED", next_run: null, delinquent_since: due });
});

test("S-10 months that pass during a suspension are counted and never charged", async () => {
	const until = Date.UTC(2027, 6, 15);
	expect(await moveTo(until)).toEqual({ now: until, charged: 0, failed: 0, mails: 0 });
	expect(await subscription()).toMatchObject({ status: "SUSPENDED", delinquent_cycles: 2 });
});

test("S-10 a new card and ACTIVE pay the open month at once, and the next month at its due date", async () => {
	const now = Date.UTC(2027, 6, 15);
	const replacement = await addCard({ ...cardWith("5555555555554444"), card_expiry_year: "31" });
	await change({ card_lookup_id: replacement, status: "ACTIVE" });
	expect(await subscription()).toMatchObject({ status: "ACTIVE", failed_attempts: 0, delinquent_since: null });
	expect(await moveTo(Date.UTC(2027, 8, 2))).toMatchObject({ charged: 2, failed: 0 });
	expect(await paymentsSince(now)).toEqual([
		["2027-07-15T00:00:00.000Z", "APPROVED", "Mastercard"],
		["2027-08-01T01:30:00.000Z", "APPROVED", "Mastercard"],
		["2027-09-01T01:30:00.000Z", "APPROVED", "Mastercard"],
	]);
	expect(await mailSince(now)).toHaveLength(3);
	expect(await subscription()).toMatchObject({ status: "ACTIVE", completed_cycles: 6, delinquent_cycles: 0 });
});

test("a card expires by the business clock, and the customer is notified ten days before", async () => {
	const before = Date.UTC(2031, 7, 20);
	await moveTo(before);
	await moveTo(Date.UTC(2031, 9, 5));
	const mails = await mailSince(before);
	// Ten days before the end of August in Toronto; the payments go on, and their receipts.
	expect(mails).toEqual([
		["2031-08-22T04:00:00.000Z", "Test: Your card for Maple & Main is about to expire"],
		["2031-09-01T01:30:00.000Z", receipt],
		["2031-10-01T01:30:00.000Z", receipt],
	]);
	const expired = await client.post("/transaction-service/sale", {
		amount: 31,
		...cardWith("5555555555554444"),
		card_expiry_year: "31",
	});
	expect(expired.status).toBe(400);
});
