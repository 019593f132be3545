import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { authorizePath, cardWith, expectProblem } from "../../../../test/fixtures/client.ts";
import {
	type ModificationTest,
	modificationPath,
	startModificationTest,
	statusesOf,
} from "../../../../test/fixtures/payments/modifications.ts";
import { outcomeNames } from "../submission/outcomes.store.ts";

let gateway: ModificationTest["gateway"];
let client: ModificationTest["client"];
let racer: ModificationTest["racer"];
let stranger: ModificationTest["stranger"];
let authorize: ModificationTest["authorize"];
let sell: ModificationTest["sell"];
let capture: ModificationTest["capture"];
let refund: ModificationTest["refund"];
let voidIt: ModificationTest["voidIt"];
let read: ModificationTest["read"];
let processedFor: ModificationTest["processedFor"];
let expectRefused: ModificationTest["expectRefused"];
let stop: ModificationTest["stop"];

beforeAll(async () => {
	({
		gateway,
		client,
		racer,
		stranger,
		authorize,
		sell,
		capture,
		refund,
		voidIt,
		read,
		processedFor,
		expectRefused,
		stop,
	} = await startModificationTest());
});

afterAll(() => stop());

test("nothing else can be done with an original while a capture has no outcome", async () => {
	const id = await authorize();
	gateway.faults.push({ kind: "answer_lost" });
	gateway.clocks.real.stop();
	const unknown = await capture(id, 51);
	expect(unknown.body.transaction_result).toBe("PENDING");
	await expectRefused(id, () => capture(id, 51), "transaction_id", /being captured/);
	await expectRefused(id, () => voidIt(id), "transaction_id", /captured/);
	gateway.clocks.real.go();
	gateway.clocks.real.advance(10_000);
	await vi.waitFor(async () => expect(await read(id)).toMatchObject({ captured: true }), 30_000);
	await expectRefused(id, () => capture(id, 11), "transaction_id", /was captured/);
	expect(await processedFor(id)).toEqual(["capture 5100 approved"]);
});

describe("an Idempotency-Key", () => {
	test("H-02 a repeated key returns the stored response, whichever id of the original the request uses", async () => {
		const id = await authorize(99);
		const key = { "Idempotency-Key": "capture-by-two-ids" };
		const first = await client.post(modificationPath("capture", id), { amount: 51 }, key);
		const { id: numericId } = await read(id);
		const again = await client.post(modificationPath("capture", numericId), { amount: "51.00" }, key);
		expect(again.body).toEqual(first.body);
		expect(again.headers.get("Idempotency-Replayed")).toBe("true");
	});

	test("H-03 a repeated key is refused for another original and for another amount", async () => {
		const [one, other] = [await sell(), await sell()];
		const key = { "Idempotency-Key": "refund-of-one" };
		expect((await client.post(modificationPath("refund", one), { amount: 11 }, key)).status).toBe(200);
		expectProblem(
			await client.post(modificationPath("refund", other), { amount: 11 }, key),
			422,
			"IDEMPOTENCY_MISMATCH",
		);
		expectProblem(await client.post(modificationPath("refund", one), { amount: 13 }, key), 422, "IDEMPOTENCY_MISMATCH");
	});

	test("H-10 50 simultaneous requests with one key on two gateways make one capture, and every response is its record", async () => {
		const id = await authorize();
		const key = { "Idempotency-Key": "fifty-captures" };
		const answers = await Promise.all(
			Array.from({ length: 50 }, (_, index) => racer(index).post(modificationPath("capture", id), { amount: 99 }, key)),
		);
		const { 200: won = 0, 409: early = 0, ...others } = statusesOf(answers);
		expect(others).toEqual({});
		expect(won).toBeGreaterThan(0);
		expect(won + early).toBe(50);
		expect(new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.id)).size).toBe(1);
		expect(await processedFor(id)).toEqual(["capture 9900 approved"]);
	});
});

test("X-01 X-02 another merchant's transaction gets the same response as an unknown one", async () => {
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
			[id, numericId, unknown, "not-an-id"].map((one) =>
				stranger.post(modificationPath(operation, one), { amount: 11 }),
			),
		);
		for (const answer of answers) expectProblem(answer, 404, "NOT_FOUND");
		expect(new Set(answers.map(({ body }) => body.message)).size).toBe(1);
		expect(await read(id)).toEqual(before);
	}
});

test("X-20 an invalid amount is refused before anything is read", async () => {
	const id = await sell();
	for (const amount of [0, -1, 1.005, 1e6, "11,00", null, true, [11], ""]) {
		expectProblem(await client.post(modificationPath("refund", id), { amount }), 400, "BAD_REQUEST");
		expectProblem(await client.post(modificationPath("capture", id), { amount }), 400, "BAD_REQUEST");
	}
	expect(await processedFor(id)).toEqual([]);
});

test("X-21 a refund has the currency of its original, whatever the request says", async () => {
	const id = await sell(99, { currency: "USD" });
	const answer = await client.post(modificationPath("refund", id), { amount: 11, currency: "CAD" });
	expect(answer.body).toMatchObject({ currency: "USD" });
});

test("an authorization with a late answer can be captured once recovery has recorded its outcome", async () => {
	gateway.clocks.real.stop();
	const answer = await client.post(authorizePath, { amount: 99, ...cardWith("4000000000000259") });
	expect(answer.body.transaction_result).toBe("PENDING");
	const id = String(answer.body.transaction_id);
	await expectRefused(id, () => capture(id), "transaction_id", /not known yet/);
	gateway.clocks.real.go();
	gateway.clocks.real.advance(10_000);
	await vi.waitFor(async () => expect((await read(id)).transaction_result).toBe("APPROVED"), 30_000);
	expect((await capture(id)).status).toBe(200);
});

test("a refund that waits for the outcome of its sale gives the processor the ids of that outcome", async () => {
	const id = await sell();
	const { tables } = gateway.database;
	const outcome = await tables
		.selectFrom("transactions")
		.select(outcomeNames)
		.where("transaction_id", "=", id)
		.executeTakeFirstOrThrow();
	const write = (database: typeof tables, columns: object) =>
		database.updateTable("transactions").set(columns).where("transaction_id", "=", id).execute();
	await write(tables, { ...Object.fromEntries(outcomeNames.map((name) => [name, null])), status: "PENDING" });
	const refunding = await tables.transaction().execute(async (transaction) => {
		await write(transaction, outcome);
		const running = refund(id, 11);
		await vi.waitFor(async () => {
			const { rows } = await sql`select from pg_stat_activity
				where datname = current_database() and wait_event_type = 'Lock'`.execute(tables);
			expect(rows).toHaveLength(1);
		}, 20_000);
		return { running };
	});
	expect((await refunding.running).status).toBe(200);
	expect(gateway.submitted.at(-1)).toMatchObject({
		operation: "refund",
		original: {
			reference: id,
			processorTransactionId: outcome.processor_transaction_id,
			authorizationCode: outcome.processor_auth_code,
		},
	});
	expect(outcome.processor_transaction_id).not.toBeNull();
});
