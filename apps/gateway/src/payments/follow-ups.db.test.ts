import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
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
} from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { approvedSale, failure, journalOf } from "../../../../test/support/records.ts";

let gateway: TestGateway;
/** Another process of the same service. */
let neighbour: TestGateway;
let client: Client;
let neighbourClient: Client;
let stranger: Client;

beforeAll(async () => {
	gateway = await startTestGateway({ processorTimeoutMs: 1_500 });
	neighbour = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
	client = await signIn(gateway.url, gateway.merchant);
	neighbourClient = await signIn(neighbour.url, gateway.merchant);
	stranger = await signIn(gateway.url, gateway.secondMerchant);
});

afterAll(async () => {
	await neighbour.stop();
	await gateway.stop();
});

type Operation = "capture" | "refund" | "void";

function path(operation: Operation, id: unknown): string {
	return `/transaction-service/${operation}/${id}`;
}

async function approved(at: string, amount: number, fields: JsonObject = {}): Promise<string> {
	const answer = await client.post(at, { amount, ...goodCard, ...fields });
	expect(answer.status, answer.text).toBe(200);
	return String(answer.body.transaction_id);
}

const authorize = (amount = 99, fields: JsonObject = {}) => approved(authorizePath, amount, fields);
const sell = (amount = 99, fields: JsonObject = {}) => approved(salePath, amount, fields);

const capture = (id: unknown, amount = 99, by = client) => by.post(path("capture", id), { amount });
const refund = (id: unknown, amount = 99, by = client) => by.post(path("refund", id), { amount });
const voidIt = (id: unknown, by = client) => by.send(path("void", id), { method: "POST" });

async function read(id: string): Promise<JsonObject> {
	return (await client.get(`/transaction-service/transaction/${id}`)).body;
}

/** What the processor did about a transaction: each operation with its amount. */
async function doneAbout(id: string): Promise<string[]> {
	const rows = (await journalOf(gateway)).filter((row) => row.original === id);
	return rows.map((row) => `${row.operation} ${row.amount_cents} ${row.result}`);
}

function statusesOf(answers: Answer[]): Record<number, number> {
	return Object.fromEntries(
		[...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]),
	);
}

/** A refusal that left the original, and the processor's books, as they were. */
async function expectRefused(id: string, attempt: () => Promise<Answer>, field: string, says: RegExp): Promise<void> {
	const before = [await read(id), await doneAbout(id)];
	const answer = await attempt();
	expectProblem(answer, 400, "BAD_REQUEST");
	expect(answer.body.errors).toEqual([{ field, message: expect.stringMatching(says) }]);
	expect([await read(id), await doneAbout(id)]).toEqual(before);
}

describe("capture", () => {
	test("makes a transaction of its own, with what the authorization carries", async () => {
		const id = await authorize(99, { invoice_id: "INV-7", email: "ada@example.com", currency: "USD" });
		const answer = await capture(id, 51);
		expect(answer.status).toBe(200);
		expect(answer.body).toEqual({
			...approvedSale,
			amount: 51,
			currency: "USD",
			invoice_id: "INV-7",
			email: "ada@example.com",
			transaction_type: "capture",
			original_transaction_id: id,
		});
		expect(await read(id)).toMatchObject({ captured: true, amount: 99, transaction_type: "authorization" });
		expect(await doneAbout(id)).toEqual(["capture 5100 approved"]);
	});

	test("takes the numeric id as well", async () => {
		const { id } = await read(await authorize());
		expect((await capture(id)).status).toBe(200);
	});

	test("X-16 a second capture, or one of more than was authorized, is refused", async () => {
		const id = await authorize(99);
		await expectRefused(id, () => capture(id, 99.01), "amount", /at most 99\.00/);
		expect((await capture(id, 51)).status).toBe(200);
		await expectRefused(id, () => capture(id, 11), "transaction_id", /was captured/);
	});

	test("sum of several captures <= authorized", async () => {
		const id = await authorize(99);
		expect((await capture(id, 51)).status).toBe(200);
		for (const amount of [49, 48, 1]) expect((await capture(id, amount)).status).toBe(400);
		expect(await doneAbout(id)).toEqual(["capture 5100 approved"]);
	});

	test("a declined capture leaves the authorization to be captured", async () => {
		const id = await authorize(99);
		const answer = await capture(id, 50);
		expect(answer.status).toBe(402);
		expect(answer.body).toMatchObject({
			...failure(answer),
			transaction_type: "capture",
			transaction_result: "DECLINED",
		});
		expect(answer.body.message).toContain("Nothing was captured");
		expect(await read(id)).toMatchObject({ captured: false });
		expect((await capture(id, 51)).status).toBe(200);
	});

	test("X-18 only an approved authorization is captured", async () => {
		const sale = await sell();
		await expectRefused(sale, () => capture(sale), "transaction_id", /type sale/);
		const captured = (await capture(await authorize())).body.transaction_id as string;
		await expectRefused(captured, () => capture(captured), "transaction_id", /type capture/);
		const declined = await client.post(authorizePath, { amount: 20, ...goodCard });
		const id = String(declined.body.transaction_id);
		await expectRefused(id, () => capture(id), "transaction_id", /declined/);
	});

	test("a declined/expired hold cannot be captured by another of its ids", async () => {
		const declined = await client.post(authorizePath, { amount: 20, ...goodCard });
		for (const id of [declined.body.id, declined.body.transaction_id, declined.body.lookup_id]) {
			expectProblem(await capture(id, 11), 400, "BAD_REQUEST");
		}
		expect(await doneAbout(String(declined.body.transaction_id))).toEqual([]);
	});

	test("X-53 the capture of a hold that has expired may be asked for, and is declined by the processor", async () => {
		const id = await authorize();
		gateway.clocks.business.advance(8 * 86_400_000);
		const answer = await capture(id);
		expect(answer.status).toBe(402);
		expect(answer.body.message).toContain("expired");
		expect(await read(id)).toMatchObject({ captured: false });
	});

	test("two simultaneous captures of a full hold: one wins, no compensation refund", async () => {
		const id = await authorize();
		const answers = await Promise.all(
			Array.from({ length: 50 }, (_, index) => capture(id, 99, index % 2 === 0 ? client : neighbourClient)),
		);
		expect(statusesOf(answers)).toEqual({ 200: 1, 400: 49 });
		expect(await doneAbout(id)).toEqual(["capture 9900 approved"]);
	});
});

test("new payment while the old one is UNKNOWN: refused or linked; never both settle", async () => {
	const id = await authorize();
	gateway.faults.push({ kind: "answer_lost" });
	const unknown = await capture(id, 51);
	expect(unknown.body.transaction_result).toBe("PENDING");
	await expectRefused(id, () => capture(id, 51), "transaction_id", /being captured/);
	await expectRefused(id, () => voidIt(id), "transaction_id", /captured/);
	gateway.clocks.real.advance(10_000);
	await vi.waitFor(async () => expect(await read(id)).toMatchObject({ captured: true }), 10_000);
	await expectRefused(id, () => capture(id, 11), "transaction_id", /was captured/);
	expect(await doneAbout(id)).toEqual(["capture 5100 approved"]);
});

describe("refund", () => {
	test("has its id as a string, in its own answer alone", async () => {
		const sale = await sell();
		const answer = await refund(sale, 51);
		expect(answer.status).toBe(200);
		expect(answer.body).toEqual({
			...approvedSale,
			id: expect.stringMatching(/^[0-9]+$/),
			amount: 51,
			captured: false,
			transaction_type: "refund",
			original_transaction_id: sale,
		});
		expect(Number(answer.body.id)).toBe(answer.body.lookup_id);
		expect((await read(String(answer.body.transaction_id))).id).toBe(answer.body.lookup_id);
	});

	test("comes in parts, and the amount refunded follows", async () => {
		const id = await sell(99);
		for (const [amount, sum] of [
			[51, 51],
			[33, 84],
			[15, 99],
		] as const) {
			expect((await refund(id, amount)).status).toBe(200);
			expect((await read(id)).amount_refunded).toBe(sum);
		}
		await expectRefused(id, () => refund(id, 0.01), "amount", /All of this transaction/);
	});

	test("of a capture takes nothing but the capture", async () => {
		const hold = await authorize(99);
		const captured = String((await capture(hold, 51)).body.transaction_id);
		await expectRefused(captured, () => refund(captured, 51.01), "amount", /at most 51\.00/);
		await expectRefused(hold, () => refund(hold, 11), "transaction_id", /type authorization/);
		expect((await refund(captured, 51)).status).toBe(200);
		expect(await read(captured)).toMatchObject({ amount_refunded: 51 });
	});

	test("X-18 of an authorization, a refund or a declined sale is refused", async () => {
		const hold = await authorize();
		await expectRefused(hold, () => refund(hold), "transaction_id", /type authorization/);
		const refunded = String((await refund(await sell())).body.transaction_id);
		await expectRefused(refunded, () => refund(refunded), "transaction_id", /type refund/);
		const declined = String((await client.post(salePath, { amount: 20, ...goodCard })).body.transaction_id);
		await expectRefused(declined, () => refund(declined, 11), "transaction_id", /declined/);
	});

	test("repeated refund: 4xx **and** balances unchanged", async () => {
		const id = await sell(99);
		expect((await refund(id, 99)).status).toBe(200);
		await expectRefused(id, () => refund(id, 99), "amount", /All of this transaction/);
		expect((await read(id)).amount_refunded).toBe(99);
	});

	test("declined by the processor gives back what it had reserved", async () => {
		const id = await sell(99);
		expect((await refund(id, 98)).status).toBe(402);
		expect(await read(id)).toMatchObject({ amount_refunded: 0 });
		expect((await refund(id, 99)).status).toBe(200);
	});

	test("X-17 100 refunds of 10 on 100 at once, on two processes: ten win", async () => {
		// 11 dollars each, which the sandbox approves.
		const id = await sell(111);
		const answers = await Promise.all(
			Array.from({ length: 100 }, (_, index) => refund(id, 11, index % 2 === 0 ? client : neighbourClient)),
		);
		expect(statusesOf(answers)).toEqual({ 200: 10, 400: 90 });
		expect((await read(id)).amount_refunded).toBe(110);
		expect((await doneAbout(id)).length).toBe(10);
	});

	test("refund retried after a lost answer: same upstream key, one refund", async () => {
		const id = await sell(99);
		const key = { "Idempotency-Key": "refund-1" };
		gateway.faults.push({ kind: "answer_lost" });
		const first = await client.post(path("refund", id), { amount: 51 }, key);
		expect(first.status).toBe(402);
		expect(first.body).toMatchObject({
			transaction_result: "PENDING",
			message: expect.stringContaining("not known yet"),
		});
		// What may have been refunded is not refunded a second time.
		await expectRefused(id, () => refund(id, 51), "amount", /at most 48\.00/);
		gateway.clocks.real.advance(10_000);
		await vi.waitFor(async () => expect((await read(id)).amount_refunded).toBe(51), 10_000);
		const again = await client.post(path("refund", id), { amount: 51 }, key);
		expect(again.status).toBe(200);
		expect(again.headers.get("Idempotency-Replayed")).toBe("true");
		expect(again.body).toMatchObject({ transaction_id: first.body.transaction_id, id: String(first.body.lookup_id) });
		expect(await doneAbout(id)).toEqual(["refund 5100 approved"]);
	});

	test("terminal record no longer reports pending", async () => {
		const id = await sell(99);
		gateway.faults.push({ kind: "never_received" });
		const pending = await refund(id, 51);
		expect(pending.body.transaction_result).toBe("PENDING");
		gateway.clocks.real.advance(10_000);
		const refundId = String(pending.body.transaction_id);
		await vi.waitFor(async () => expect((await read(refundId)).transaction_result).toBe("DECLINED"), 10_000);
		expect(await read(id)).toMatchObject({ amount_refunded: 0, transaction_result: "APPROVED" });
		expect((await refund(id, 99)).status).toBe(200);
	});

	test("one idempotency key on two endpoints", async () => {
		const hold = await authorize(99);
		const key = { "Idempotency-Key": "same-on-both" };
		const captured = await client.post(path("capture", hold), { amount: 51 }, key);
		const refunded = await client.post(path("refund", captured.body.transaction_id), { amount: 51 }, key);
		expect([captured.status, refunded.status]).toEqual([200, 200]);
		expect(refunded.body.transaction_type).toBe("refund");
	});
});

describe("an Idempotency-Key", () => {
	test("H-02 brings back the first answer, by whichever id the original is named", async () => {
		const id = await authorize(99);
		const key = { "Idempotency-Key": "capture-by-two-ids" };
		const first = await client.post(path("capture", id), { amount: 51 }, key);
		const { id: numericId } = await read(id);
		const again = await client.post(path("capture", numericId), { amount: "51.00" }, key);
		expect(again.body).toEqual(first.body);
		expect(again.headers.get("Idempotency-Replayed")).toBe("true");
	});

	test("H-03 of one original is refused for another, and for another amount", async () => {
		const [one, other] = [await sell(), await sell()];
		const key = { "Idempotency-Key": "refund-of-one" };
		expect((await client.post(path("refund", one), { amount: 11 }, key)).status).toBe(200);
		expectProblem(await client.post(path("refund", other), { amount: 11 }, key), 422, "IDEMPOTENCY_MISMATCH");
		expectProblem(await client.post(path("refund", one), { amount: 13 }, key), 422, "IDEMPOTENCY_MISMATCH");
	});

	test("H-10 25 captures with one key on each of two processes: one capture, and nobody is told otherwise", async () => {
		const id = await authorize();
		const key = { "Idempotency-Key": "fifty-captures" };
		const answers = await Promise.all(
			Array.from({ length: 50 }, (_, index) =>
				(index % 2 === 0 ? client : neighbourClient).post(path("capture", id), { amount: 99 }, key),
			),
		);
		const { 200: won = 0, 409: early = 0, ...others } = statusesOf(answers);
		expect(others).toEqual({});
		expect(won).toBeGreaterThan(0);
		expect(won + early).toBe(50);
		expect(new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.id)).size).toBe(1);
		expect(await doneAbout(id)).toEqual(["capture 9900 approved"]);
	});
});

describe("void", () => {
	test("releases an authorization, once, and nothing can be captured then", async () => {
		const id = await authorize();
		const answer = await voidIt(id);
		expect(answer.status).toBe(200);
		expect(answer.body).toMatchObject({
			transaction_type: "void",
			amount: 99,
			captured: false,
			original_transaction_id: id,
		});
		expect(await read(id)).toMatchObject({ voided: true, captured: false });
		await expectRefused(id, () => capture(id), "transaction_id", /voided/);
		await expectRefused(id, () => voidIt(id), "transaction_id", /voided/);
	});

	test("takes back a sale or a capture before the merchant's day ends, and not after", async () => {
		const hold = await authorize();
		const captured = String((await capture(hold)).body.transaction_id);
		const [voided, settled] = [await sell(), await sell()];
		for (const id of [captured, voided]) {
			expect((await voidIt(id)).status).toBe(200);
			await expectRefused(id, () => refund(id, 11), "transaction_id", /voided/);
		}
		await expectRefused(hold, () => voidIt(hold), "transaction_id", /captured/);
		gateway.clocks.business.advance(86_400_000);
		await expectRefused(settled, () => voidIt(settled), "transaction_id", /settled/);
		expect((await refund(settled)).status).toBe(200);
	});

	test("is too late when a part was refunded, and refused for what has no money in it", async () => {
		const sale = await sell();
		const refunded = String((await refund(sale, 11)).body.transaction_id);
		await expectRefused(sale, () => voidIt(sale), "transaction_id", /refunded/);
		await expectRefused(refunded, () => voidIt(refunded), "transaction_id", /type refund/);
	});

	test("capture against void, at once: one of the two happens", async () => {
		for (let round = 0; round < 10; round++) {
			const id = await authorize();
			const [captured, voided] = await Promise.all([capture(id), voidIt(id, neighbourClient)]);
			expect([captured.status, voided.status].toSorted()).toEqual([200, 400]);
			expect(await doneAbout(id)).toHaveLength(1);
			expect(await read(id)).toMatchObject({ captured: captured.status === 200, voided: voided.status === 200 });
		}
	});
});

describe("nobody else", () => {
	test("X-01 X-02 another merchant's transaction answers like one that does not exist", async () => {
		const [hold, sale] = [await authorize(), await sell()];
		const unknown = "00000000000000000000";
		for (const [operation, id] of [
			["capture", hold],
			["refund", sale],
			["void", sale],
		] as const) {
			const before = await read(id);
			const { id: numericId } = before;
			const answers = await Promise.all(
				[id, numericId, unknown, "not-an-id"].map((one) => stranger.post(path(operation, one), { amount: 11 })),
			);
			for (const answer of answers) expectProblem(answer, 404, "NOT_FOUND");
			expect(new Set(answers.map(({ body }) => body.message)).size).toBe(1);
			expect(await read(id)).toEqual(before);
		}
	});

	test("X-20 an amount that is no amount is refused before anything is looked at", async () => {
		const id = await sell();
		for (const amount of [0, -1, 1.005, 1e6, "11,00", null, true, [11], undefined]) {
			expectProblem(await client.post(path("refund", id), { amount }), 400, "BAD_REQUEST");
			expectProblem(await client.post(path("capture", id), { amount }), 400, "BAD_REQUEST");
		}
		expect(await doneAbout(id)).toEqual([]);
	});

	test("X-21 a follow-up has the currency of its original, whatever the request says", async () => {
		const id = await sell(99, { currency: "USD" });
		const answer = await client.post(path("refund", id), { amount: 11, currency: "CAD" });
		expect(answer.body).toMatchObject({ currency: "USD" });
	});

	test("a card that answers too late is settled as the processor has it, before anything can follow", async () => {
		const answer = await client.post(authorizePath, { amount: 99, ...cardWith("4000000000000259") });
		expect(answer.body.transaction_result).toBe("PENDING");
		const id = String(answer.body.transaction_id);
		await expectRefused(id, () => capture(id), "transaction_id", /not known yet/);
		gateway.clocks.real.advance(10_000);
		await vi.waitFor(async () => expect((await read(id)).transaction_result).toBe("APPROVED"), 10_000);
		expect((await capture(id)).status).toBe(200);
	});
});
