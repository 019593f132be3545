import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { insertMerchant } from "../../../../../test/fixtures/builders.ts";
import { testClocks } from "../../../../../test/fixtures/clock.ts";
import { createTestOperator } from "../../../../../test/fixtures/operator.ts";
import { openTestTables, type TestTables } from "../../../../../test/fixtures/tables.ts";
import { stopRetention } from "../../retention/retention-clock.store.ts";

let tables: TestTables;

beforeEach(async () => {
	tables = await openTestTables();
});

afterEach(() => tables.drop());

const run = (...words: string[]) =>
	createTestOperator({ database: tables.database, clocks: testClocks() }).run("retention", ...words);

const stop = () => stopRetention(tables.database, Date.UTC(2026, 10, 21), "a clock jumped by 7200 s");

describe("npm run admin -- retention", () => {
	test("status tells whether retention is stopped, and why", async () => {
		expect((await run("status")).text).toBe("Retention is not stopped.");
		await stop();
		const { text, json, isComplete } = await run("status");
		expect(text).toBe("Retention is stopped since 2026-11-21T00:00:00.000Z: a clock jumped by 7200 s.");
		expect([json, isComplete]).toMatchObject([{ stopped: true, reason: "a clock jumped by 7200 s" }, false]);
	});

	test("status and resume know records that are ahead of the database's clock", async () => {
		const key = {
			route: "sale",
			key: "order-1",
			fingerprint: Buffer.alloc(32),
			response_status: 200,
			response_body: "{}",
		};
		const merchant_id = await insertMerchant(tables.database);
		const created_at = Date.now() + 86_400_000;
		await tables.database
			.insertInto("idempotency_keys")
			.values({ ...key, transaction_id: null, merchant_id, created_at })
			.execute();
		const { text, json, isComplete } = await run("status");
		expect(text).toMatch(/^Retention is stopped: the newest record is 8\d{4} s ahead of the clock\.$/);
		expect([json, isComplete]).toMatchObject([{ stopped: true, since: null }, false]);
		await run("resume", "--reason", "a gateway's clock was a day ahead");
		expect((await run("status")).text).toBe("Retention is not stopped.");
		const moved = await tables.database.selectFrom("idempotency_keys").select("created_at").executeTakeFirst();
		expect(moved?.created_at).toBeLessThanOrEqual(Date.now() + 60_000);
	});

	test("resume by two operators at once resumes once", async () => {
		await stop();
		const resumed = await Promise.allSettled([run("resume", "--reason", "one"), run("resume", "--reason", "two")]);
		expect(resumed.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
		expect(await tables.database.selectFrom("audit_inbox").select("type").execute()).toHaveLength(1);
	});

	test("resume needs a reason, ends the stop, and writes both into the audit log", async () => {
		await stop();
		await expect(run("resume", "--reason", " ")).rejects.toThrow(/^Give the reason/);
		expect((await run("resume", "--reason", "NTP was off")).text).toBe("Retention is resumed.");
		expect((await run("status")).text).toBe("Retention is not stopped.");
		await expect(run("resume", "--reason", "again")).rejects.toThrow("Retention is not stopped.");
		const events = await tables.database.selectFrom("audit_inbox").select(["type", "details"]).execute();
		const details = { stopped_because: "a clock jumped by 7200 s", reason: "NTP was off" };
		expect(events).toEqual([{ type: "retention.resumed", details }]);
	});
});
