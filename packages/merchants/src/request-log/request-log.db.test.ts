import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { insertMerchant } from "../../../../test/fixtures/builders.ts";
import { testClocks } from "../../../../test/fixtures/clock.ts";
import { explain, firstStatement } from "../../../../test/fixtures/database/explain.ts";
import { newTransaction } from "../../../../test/fixtures/payments/transaction.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import type { NewTransaction } from "../../../payments/src/transaction/new-transaction.ts";
import type { PageRequest } from "../../../platform/src/db/paging.ts";
import { type AnsweredRequest, deleteOldRequests, listRequests, type RequestFilters } from "./request-log.store.ts";
import { createRequestLog } from "./request-log.ts";

const { real: clock } = testClocks();
const minute = 60_000;
const newest: PageRequest = { limit: 1_000, beyond: undefined };

let tables: TestTables;
let merchantId: number;
/** The share of time in which the event loop works. */
let load: number;

beforeAll(async () => {
	tables = await openTestTables();
	merchantId = await insertMerchant(tables.database, { merchant_id: "maple" });
	clock.stop();
});

afterAll(() => tables.drop());

beforeEach(async () => {
	load = 0.1;
	await tables.database.deleteFrom("request_log").execute();
});

function answered(changes: Partial<AnsweredRequest> = {}): AnsweredRequest {
	return {
		merchant: "maple",
		requestId: "r1",
		method: "POST",
		route: "/transaction-service/sale",
		status: 200,
		reason: undefined,
		durationMs: 3.2,
		clientId: "c1",
		transactionId: undefined,
		named: undefined,
		...changes,
	};
}

const open = () => createRequestLog({ database: tables.database, clock, utilization: () => load });

function list(filters: Partial<RequestFilters> = {}) {
	return listRequests(tables.database, { merchantId, timeZone: "UTC", ...filters }, newest);
}

describe("the request log", () => {
	test("records a request at its start, with what is known of it", async () => {
		const log = open();
		log.note(answered({ status: 409, reason: "amount_exceeds_authorized", transactionId: "t1", durationMs: 12.5 }));
		await log.write();
		expect(await list()).toEqual([
			{
				id: expect.any(Number),
				merchant_id: merchantId,
				created_at: Math.round(clock.now() - 12.5),
				request_id: "r1",
				method: "POST",
				route: "/transaction-service/sale",
				status: 409,
				reason: "amount_exceeds_authorized",
				duration_ms: "12.5",
				client_id: "c1",
				transaction_id: "t1",
				shed: null,
			},
		]);
	});

	test("X-57 counts what comes after 500 requests in a second, and shows the count a minute later", async () => {
		const log = open();
		for (let index = 0; index < 507; index++) log.note(answered());
		await log.write();
		const { count } = await tables.database
			.selectFrom("request_log")
			.select((row) => row.fn.countAll<number>().as("count"))
			.executeTakeFirstOrThrow();
		expect(count).toBe(500);
		const first = clock.now();
		log.note(answered());
		clock.advance(minute);
		await log.write();
		await log.write();
		const shed = await tables.database.selectFrom("request_log").selectAll().where("status", "is", null).execute();
		expect(shed).toMatchObject([{ shed: 7, created_at: Math.round(first - 3.2), request_id: null }]);
	});

	test("X-57 an old token cannot displace the other requests", async () => {
		const log = open();
		for (let index = 0; index < 500; index++) log.note(answered({ status: 401, reason: "access_token_invalid" }));
		for (let index = 0; index < 100; index++) log.note(answered());
		await log.write({ all: true });
		const rows = await list();
		expect(rows.filter(({ status }) => status === 200)).toHaveLength(100);
		expect(rows.map(({ shed }) => shed ?? 0).reduce((sum, count) => sum + count)).toBe(480);
	});

	test("X-57 counts what one merchant's requests left no room for with the merchant that sent it", async () => {
		const birch = await insertMerchant(tables.database, { merchant_id: "birch" });
		const log = open();
		for (let index = 0; index < 500; index++) log.note(answered());
		for (let index = 0; index < 7; index++) log.note(answered({ merchant: "birch" }));
		await log.write({ all: true });
		expect(await list({ merchantId: birch })).toMatchObject([{ status: null, shed: 7 }]);
	});

	test("X-57 records twenty requests with refused tokens in a minute, and counts the others", async () => {
		const log = open();
		for (let index = 0; index < 30; index++) log.note(answered({ status: 401, reason: "access_token_invalid" }));
		await log.write();
		clock.advance(minute);
		log.note(answered({ status: 401, reason: "access_token_invalid" }));
		await log.write({ all: true });
		const rows = await list();
		expect(rows.filter(({ status }) => status === 401)).toHaveLength(21);
		expect(rows.map(({ shed }) => shed ?? 0).reduce((sum, count) => sum + count)).toBe(10);
	});

	test("X-57 records a few requests a second while the gateway is busy, and counts the others", async () => {
		const log = open();
		load = 0.9;
		await log.write();
		for (let index = 0; index < 50; index++) log.note(answered());
		await log.write({ all: true });
		const rows = await list();
		expect(rows.filter(({ status }) => status === 200)).toHaveLength(20);
		expect(rows.map(({ shed }) => shed ?? 0).reduce((sum, count) => sum + count)).toBe(30);
	});

	test("X-57 counts the requests that a failing database did not record", async () => {
		const log = open();
		log.note(answered());
		log.note(answered());
		await sql`alter table request_log rename to request_log_away`.execute(tables.database);
		await expect(log.write()).rejects.toThrow("request_log");
		await expect(log.write({ all: true })).rejects.toThrow("request_log");
		await sql`alter table request_log_away rename to request_log`.execute(tables.database);
		await log.write({ all: true });
		expect(await list()).toMatchObject([{ status: null, shed: 2 }]);
	});

	test("P-44 stores an id from the address only if the merchant has that transaction", async () => {
		const other = await insertMerchant(tables.database);
		const own = await insertTransaction({ transaction_id: "aaaaaaaaaaaaaaaaaaaa" });
		const foreign = await insertTransaction({ transaction_id: "bbbbbbbbbbbbbbbbbbbb", merchant_id: other });
		const log = open();
		const named = [
			"aaaaaaaaaaaaaaaaaaaa",
			own,
			"bbbbbbbbbbbbbbbbbbbb",
			foreign,
			"sk0123456789abcdefgh",
			4012888888881881,
		];
		for (const one of named) log.note(answered({ named: one }));
		await log.write();
		const rows = await list();
		const found = rows.map(({ transaction_id }) => transaction_id).toSorted();
		expect(found).toEqual(["aaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaa", null, null, null, null]);
		// Any digits may be in the time.
		const others = rows.map((row) => ({ ...row, created_at: undefined }));
		expect(JSON.stringify(others)).not.toMatch(/bbbb|sk01|4012/);
	});

	test("deletes requests after their time, in slices, the oldest first", async () => {
		const [before, after] = [1_000, 2_000];
		for (const created_at of [before, after]) {
			await sql`
				insert into request_log (merchant_id, created_at, status)
				select ${merchantId}, ${created_at}, 200 from generate_series(1, 5001)`.execute(tables.database);
		}
		await deleteOldRequests(tables.database, after);
		const kept = tables.database.selectFrom("request_log").select("created_at");
		expect(await kept.distinct().execute()).toEqual([{ created_at: after }]);
		expect(await kept.execute()).toHaveLength(5_001);
	});
});

describe("the list of requests", () => {
	async function record(...requests: Partial<AnsweredRequest>[]): Promise<void> {
		const log = open();
		for (const request of requests) log.note(answered(request));
		await log.write();
	}

	test.each<[string, Partial<RequestFilters>, string[]]>([
		["the class of the status", { statusClass: 4 }, ["refused"]],
		["a class of good answers", { statusClass: 2 }, ["read", "paid"]],
		["the method", { method: "GET" }, ["read"]],
		["a part of the route", { route: "REFUND" }, ["refused"]],
		["the credential", { clientId: "c2" }, ["read"]],
		["the request id", { requestId: "paid" }, ["paid"]],
		["two filters", { statusClass: 4, clientId: "c1" }, ["refused"]],
		["two that exclude each other", { statusClass: 5, requestId: "paid" }, []],
	])("narrows by %s", async (_what, filters, expected) => {
		await record(
			{ requestId: "paid", durationMs: 3 },
			{ requestId: "refused", status: 422, route: "/transaction-service/refund/{transaction_id}", durationMs: 2 },
			{ requestId: "read", method: "GET", clientId: "c2", durationMs: 1 },
		);
		const rows = await list(filters);
		expect(rows.map(({ request_id }) => request_id)).toEqual(expected);
	});

	test("finds the requests about a payment, and about its captures, refunds and voids", async () => {
		await insertTransaction({ transaction_id: "sale" });
		await insertTransaction({ transaction_id: "back", type: "refund", original_id: "sale" });
		const wanted = ["sale", "back"].map((transactionId) => ({ requestId: transactionId, transactionId }));
		await record(...wanted, { requestId: "other", transactionId: "unrelated" });
		const found = (await list({ transactionId: "sale" })).map(({ request_id }) => request_id);
		expect(found.toSorted()).toEqual(["back", "sale"]);
	});

	test("shows counts beside every filter that their requests may match", async () => {
		const log = open();
		load = 1;
		await log.write();
		for (let index = 0; index < 21; index++) log.note(answered());
		await log.write({ all: true });
		for (const filters of [
			{ statusClass: 5 },
			{ statusClass: 2 },
			{ method: "GET" },
			{ route: "x" },
			{ clientId: "x" },
		])
			expect((await list(filters)).filter(({ shed }) => shed === 1)).toHaveLength(1);
		expect(await list({ requestId: "x" })).toEqual([]);
	});

	test("shows a merchant its own requests only", async () => {
		await record({}, { merchant: "nobody" });
		expect(await list()).toHaveLength(1);
		expect(await list({ merchantId: merchantId + 1, requestId: "r1" })).toEqual([]);
	});

	test.each<[string, Partial<RequestFilters>]>([
		["request_log_by_merchant", {}],
		["request_log_of_failures", { statusClass: 5 }],
		["request_log_by_request", { requestId: "r1", statusClass: 2 }],
		["request_log_by_transaction", { transactionId: "t1" }],
	])("X-45 reads %s in the list's order", async (index, filters) => {
		const statement = await firstStatement(tables.database, (database) =>
			listRequests(database, { merchantId, timeZone: "UTC", ...filters }, newest),
		);
		expect(
			await explain(tables.database, "costs off", { text: statement.text, parameters: statement.parameters }),
		).toContain(index);
	});
});

/** Returns the row id. */
async function insertTransaction(changes: Partial<NewTransaction>): Promise<number> {
	const { id } = await tables.database
		.insertInto("transactions")
		.values({ ...newTransaction(), merchant_id: merchantId, status: "PENDING", ...changes })
		.returning("id")
		.executeTakeFirstOrThrow();
	return id;
}
