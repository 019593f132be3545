import { afterAll, beforeAll, expect, test } from "vitest";
import { insertMerchant } from "../../../../test/fixtures/builders.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import type { Database } from "../db/database.ts";
import { claimKey } from "./idempotency-keys.store.ts";
import { once, respondOnce } from "./once.ts";

let tables: TestTables;
let merchantId: number;

beforeAll(async () => {
	tables = await openTestTables();
	merchantId = await insertMerchant(tables.database);
});
afterAll(() => tables.drop());

const keyed = (key: string) => ({ route: "/send", key, fingerprint: Buffer.from("asked"), now: 0 });
const response = { status: 200, body: { id: 1 } };

test("H-08 a lost acknowledgement of the commit gives the stored response", async () => {
	const database = tables.database.withTables() as Database;
	const request = { merchantId, keyed: keyed("lost") };
	const work = async () => {
		await database.transaction().execute((transaction) => respondOnce(transaction, request, async () => response));
		throw new Error("Connection terminated unexpectedly");
	};
	expect(await once(database, request, work)).toEqual({ kind: "replay", response });
});

test("H-05 a refused request leaves its key free", async () => {
	const database = tables.database.withTables() as Database;
	const request = { merchantId, keyed: keyed("refused") };
	const refuse = () =>
		database
			.transaction()
			.execute((transaction) => respondOnce(transaction, request, () => Promise.reject(new Error("refused"))));
	await expect(once(database, request, refuse)).rejects.toThrow("refused");
	expect(
		await once(database, request, () =>
			database.transaction().execute((transaction) => respondOnce(transaction, request, async () => response)),
		),
	).toEqual({ kind: "first", response });
});

test("H-08 the database refuses a claimed key without its response", async () => {
	const database = tables.database.withTables() as Database;
	const claim = database.transaction().execute((transaction) => claimKey(transaction, merchantId, keyed("bare"), null));
	await expect(claim).rejects.toThrow("claimed without a response");
});
