import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { claimDueRows } from "./claim.ts";
import type { Database } from "./database.ts";

let tables: TestTables;

beforeAll(async () => {
	tables = await openTestTables();
});

afterAll(() => tables.drop());

beforeEach(async () => {
	await tables.database.deleteFrom("mail_outbox").execute();
	const due = { third: 30, first: 10, second: 20 };
	await tables.database
		.insertInto("mail_outbox")
		.values(
			Object.entries(due).map(([reference, next_attempt_at]) => ({ kind: "receipt", reference, next_attempt_at })),
		)
		.execute();
});

async function claim(database: Database, { now = 100, limit = 10 }): Promise<string[]> {
	const rows = await claimDueRows<{ reference: string }>(database, {
		table: "mail_outbox",
		key: ["kind", "reference"],
		dueAt: "next_attempt_at",
		now,
		claimedUntil: now + 50,
		limit,
		returning: sql`mail_outbox.reference`,
	});
	return rows.map(({ reference }) => reference);
}

test("the longest overdue rows are claimed first, and only due ones", async () => {
	expect(await claim(tables.database, { limit: 1 })).toEqual(["first"]);
	expect(await claim(tables.database, { now: 20 })).toEqual(["second"]);
});

test("a claimed row is claimed again only after its lease", async () => {
	expect(await claim(tables.database, {})).toHaveLength(3);
	expect(await claim(tables.database, { now: 149 })).toEqual([]);
	expect(await claim(tables.database, { now: 150 })).toHaveLength(3);
});

test("rows that another worker is claiming are skipped", async () => {
	const database: Database = tables.database.withTables();
	await database.transaction().execute(async (transaction: Database) => {
		expect(await claim(transaction, { limit: 2 })).toHaveLength(2);
		expect(await claim(tables.database, {})).toEqual(["third"]);
	});
});
