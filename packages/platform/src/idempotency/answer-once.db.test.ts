import { afterAll, beforeAll, expect, test } from "vitest";
import { insertMerchant } from "../../../../test/fixtures/builders.ts";
import { testClocks } from "../../../../test/fixtures/clock.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import type { Database } from "../db/database.ts";
import { answerOnce } from "./answer-once.ts";
import { claimKey, storeResponse } from "./idempotency-keys.store.ts";
import type { KeyedRequest } from "./keyed-request.ts";

let tables: TestTables;
let database: Database;
let merchantId: number;

beforeAll(async () => {
	tables = await openTestTables();
	database = tables.database.withTables() as Database;
	merchantId = await insertMerchant(tables.database);
});
afterAll(() => tables.drop());

const response = { status: 200, body: { id: 1 } };

function answer(key: string, work: (keyed: KeyedRequest | undefined) => Promise<typeof response>) {
	const vault = { fingerprintRequest: () => Buffer.from("asked") };
	const idempotency = { merchantId, route: "/send", key };
	return answerOnce({ database, vault, clocks: testClocks() }, { idempotency, gathered: { asked: {} } }, work);
}

const write = (keyed: KeyedRequest | undefined) =>
	database.transaction().execute(async (transaction: Database) => {
		await claimKey(transaction, keyed);
		return storeResponse(transaction, keyed, response);
	});

test("H-08 a lost acknowledgement of the commit gives the stored response", async () => {
	const work = async (keyed: KeyedRequest | undefined) => {
		await write(keyed);
		throw new Error("Connection terminated unexpectedly");
	};
	expect(await answer("lost", work)).toEqual({ isReplay: true, response });
});

test("H-05 a refused request leaves its key free", async () => {
	const refuse = (keyed: KeyedRequest | undefined) =>
		database.transaction().execute(async (transaction: Database): Promise<typeof response> => {
			await claimKey(transaction, keyed);
			throw new Error("refused");
		});
	await expect(answer("refused", refuse)).rejects.toThrow("refused");
	expect(await answer("refused", write)).toEqual({ isReplay: false, response });
});

test("H-08 a request that finds its key claimed gets the response of the one that claimed it", async () => {
	const work = async (keyed: KeyedRequest | undefined) => {
		await write(keyed);
		return write(keyed);
	};
	expect(await answer("twice", work)).toEqual({ isReplay: true, response });
});

test("H-08 the database refuses a claimed key without its response", async () => {
	const keyed = { merchantId, route: "/send", key: "bare", fingerprint: Buffer.from("asked"), now: 0 };
	const claim = database.transaction().execute((transaction: Database) => claimKey(transaction, keyed));
	await expect(claim).rejects.toThrow("claimed without a response");
});
