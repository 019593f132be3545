import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { auditEvents } from "../../../../../test/fixtures/audit-events.ts";
import {
	type Answer,
	authorizePath,
	type Client,
	cardWith,
	expectProblem,
	goodCard,
	type JsonObject,
	salePath,
	signIn,
} from "../../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";
import { modificationPath } from "../../../../../test/fixtures/payments/modifications.ts";

const day = 86_400_000;
const settlementPath = "/transaction-service/settlement";
const disputePath = "/transaction-service/dispute";
const winning = cardWith("4000000000001976");
const losing = cardWith("4000000000002685");

let gateway: TestGateway;
let client: Client;

beforeAll(async () => {
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
	// The middle of the merchant's day, so that no test runs into its end.
	const now = gateway.clocks.business.now();
	gateway.clocks.business.advance(day - (now % day) + 17 * 3_600_000);
});

afterAll(() => gateway.stop());

async function sell(amount: number, fields: JsonObject = goodCard): Promise<string> {
	const answer = await client.post(salePath, { amount, ...fields });
	expect(answer.status, answer.text).toBe(200);
	return String(answer.body.transaction_id);
}

async function passDays(days: number): Promise<void> {
	const answer = await client.post("/sandbox/clock", { advance_ms: days * day });
	expect(answer.status, answer.text).toBe(200);
}

async function entitiesAt(path: string): Promise<JsonObject[]> {
	const answer = await client.get(path);
	expect(answer.status, answer.text).toBe(200);
	return answer.body.entities as JsonObject[];
}

const settlementsOf = (id: string) => entitiesAt(`${settlementPath}?transaction_id=${id}`);

async function disputeOf(id: string): Promise<JsonObject> {
	const [dispute, ...others] = await entitiesAt(`${disputePath}?transaction_id=${id}`);
	expect(others).toEqual([]);
	expect(dispute).toBeDefined();
	return dispute as JsonObject;
}

/** The sums of the ledger's accounts. */
async function balances(): Promise<Record<string, number>> {
	const rows = await gateway.database.tables
		.selectFrom("card_entries")
		.select(({ fn }) => ["account", fn.sum<string>("cents").as("cents")])
		.groupBy("account")
		.execute();
	return Object.fromEntries(rows.map(({ account, cents }) => [account, Number(cents)]));
}

function respond(dispute: JsonObject, kind: "accept" | "evidence", by = client, headers = {}): Promise<Answer> {
	const body = kind === "evidence" ? { explanation: "It was delivered.\nThe payer signed." } : {};
	return by.post(`${disputePath}/${dispute.dispute_id}/${kind}`, body, headers);
}

describe("the demo processor", () => {
	test("settles a day's sales, captures and refunds once, less fees, and no voided or declined ones", async () => {
		const sale = await sell(31);
		const voided = await sell(33);
		expect((await client.send(modificationPath("void", voided), { method: "POST" })).status).toBe(200);
		const declined = await client.post(salePath, { amount: 30, ...goodCard });
		expect(declined.status).toBe(402);
		const { body: hold } = await client.post(authorizePath, { amount: 99, ...goodCard });
		const capture = await client.post(modificationPath("capture", hold.transaction_id), { amount: 51 });
		const refund = await client.post(modificationPath("refund", sale), { amount: 1 });
		expect([capture.status, refund.status]).toEqual([200, 200]);
		expect(await settlementsOf(sale)).toEqual([]);
		await passDays(3);
		const [settlement, ...others] = await settlementsOf(sale);
		expect(others).toEqual([]);
		expect(settlement).toMatchObject({
			processor: "demo",
			currency: "CAD",
			amount: 81,
			fee_amount: 2.98,
			net_amount: 78.02,
			item_count: 3,
		});
		const { body } = await client.get(`${settlementPath}/${settlement?.id}`);
		const items = (body.items as JsonObject[]).map(({ kind, transaction_id, amount }) => [
			kind,
			transaction_id,
			amount,
		]);
		expect(items.sort()).toEqual(
			[
				["payment", sale, 31],
				["payment", capture.body.transaction_id, 51],
				["refund", refund.body.transaction_id, -1],
			].sort(),
		);
		for (const id of [voided, declined.body.transaction_id, hold.transaction_id]) {
			expect(await settlementsOf(String(id))).toEqual([]);
		}
	});

	test("settles each day and each currency by itself when the clock moves far", async () => {
		const [first, other] = [await sell(31), await sell(31, { ...goodCard, currency: "USD" })];
		await passDays(1);
		const second = await sell(33);
		await passDays(400);
		const found = await Promise.all([first, other, second].map(settlementsOf));
		expect(found.map((some) => some.length)).toEqual([1, 1, 1]);
		expect(new Set(found.flat().map(({ id }) => id)).size).toBe(3);
		const all = await entitiesAt(`${settlementPath}?limit=100`);
		const times = all.map(({ paid_at: paidAt }) => Number(paidAt));
		expect(times).toEqual([...times].sort((one, next) => next - one));
	});

	test("N-03 a dispute with evidence is won: what was withdrawn comes back, but for the fee", async () => {
		client = await signIn(gateway.url, gateway.merchant);
		const before = await balances();
		const charge = await sell(101, winning);
		await passDays(1);
		const dispute = await disputeOf(charge);
		expect(dispute).toMatchObject({ status: "open", amount: 101, reason_code: "10.4", answer: null });
		expect(Number(dispute.evidence_due_at) - Number(dispute.opened_at)).toBe(10 * day);
		const sent = await respond(dispute, "evidence");
		expect(sent.body).toMatchObject({ status: "under_review", answer: { kind: "evidence" } });
		expectProblem(await respond(dispute, "evidence"), 409, "CONFLICT");
		expectProblem(await respond(dispute, "accept"), 409, "CONFLICT");
		await vi.waitFor(
			async () => expect(await disputeOf(charge)).toMatchObject({ answer: { sent_at: expect.any(Number) } }),
			{ timeout: 20_000, interval: 50 },
		);
		await passDays(5);
		expect(await disputeOf(charge)).toMatchObject({ status: "won" });
		// The charge, the withdrawal and its return.
		expect(await settlementsOf(charge)).toHaveLength(3);
		const after = await balances();
		expect(after.disputed).toBe(before.disputed ?? 0);
		expect(after.dispute_losses ?? 0).toBe(before.dispute_losses ?? 0);
		expect((after.fees ?? 0) - (before.fees ?? 0)).toBe(Math.round(10_100 * 0.029) + 30 + 1_500);
	});

	test.each([
		["with evidence that loses", losing, "evidence", "lost", 5],
		["without an answer", winning, undefined, "lost", 12],
		["that is accepted", winning, "accept", "accepted", 2],
	] as const)("a dispute %s costs the charge", async (_how, card, answer, status, days) => {
		client = await signIn(gateway.url, gateway.merchant);
		const before = (await balances()).dispute_losses ?? 0;
		const charge = await sell(31, card);
		await passDays(1);
		const dispute = await disputeOf(charge);
		if (answer !== undefined) expect((await respond(dispute, answer)).status).toBe(200);
		await passDays(days);
		expect(await disputeOf(charge)).toMatchObject({ status });
		const after = await balances();
		expect(after.dispute_losses).toBe(before + 3_100);
		expect(after.disputed).toBe(0);
	});

	test("evidence after its time is refused, and an accepted dispute may be accepted again", async () => {
		client = await signIn(gateway.url, gateway.merchant);
		const charge = await sell(31, losing);
		await passDays(1);
		const dispute = await disputeOf(charge);
		const key = { "Idempotency-Key": "accept-once" };
		const first = await respond(dispute, "accept", client, key);
		const again = await respond(dispute, "accept", client, key);
		expect([first.status, again.status]).toEqual([200, 200]);
		expect(again.headers.get("Idempotency-Replayed")).toBe("true");
		expect((await respond(dispute, "accept")).body).toMatchObject({ status: "accepted" });
		expectProblem(await respond(dispute, "evidence"), 409, "CONFLICT");
	});

	test("two requests at once answer a dispute once", async () => {
		client = await signIn(gateway.url, gateway.merchant);
		const charge = await sell(31, losing);
		await passDays(1);
		const dispute = await disputeOf(charge);
		const answers = await Promise.all([respond(dispute, "evidence"), respond(dispute, "evidence")]);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
	});

	test("P-13 evidence with a card number is refused", async () => {
		const charge = await sell(31, losing);
		await passDays(1);
		const { dispute_id: id } = await disputeOf(charge);
		const explanation = "The card was\n4111 1111 1111 1111.";
		expectProblem(await client.post(`${disputePath}/${id}/evidence`, { explanation }), 400, "BAD_REQUEST");
	});
});

describe("a settlement's file", () => {
	test("X-34 has every item in the documented columns", async () => {
		const [settlement] = await entitiesAt(`${settlementPath}?limit=1`);
		const { status, headers, text } = await client.get(`${settlementPath}/${settlement?.settlement_id}.csv`);
		expect(status).toBe(200);
		expect(headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
		const [head, ...lines] = text.split("\r\n").slice(0, -1);
		expect(head).toBe(
			'"settlement_id","paid_at","currency","item_id","kind","transaction_id","amount","fee_amount","time"',
		);
		expect(lines).toHaveLength(Number(settlement?.item_count));
		expect(headers.get("Content-Disposition")).toBe(`attachment; filename="settlement-${settlement?.id}.csv"`);
		const exported = await auditEvents(gateway.database.tables, { type: "settlement.exported" });
		expect(exported).toMatchObject([{ object: settlement?.settlement_id, actor_kind: "client" }]);
	});

	test("X-34 of an unknown settlement is 404", async () => {
		expectProblem(await client.get(`${settlementPath}/9fK2mQ7xW1aZ3bC4dE5f.csv`), 404, "NOT_FOUND");
	});
});

describe("the address of processor events", () => {
	test.each(["unknown", "9fK2mQ7xW1aZ3bC4dE5f", "demo"])("knows no account %s", async (account) => {
		const answer = await client.send(`/processors/${account}/webhook`, { method: "POST", body: "{}" });
		expectProblem(answer, 404, "NOT_FOUND");
	});
});
