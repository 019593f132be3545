import { afterEach, beforeEach, describe, expect, test } from "vitest";
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
