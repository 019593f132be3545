import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newLookupId } from "../../../../packages/platform/src/ids.ts";
import { insertMerchant } from "../../../../test/fixtures/builders.ts";
import { newTransaction } from "../../../../test/fixtures/payments/transaction.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { retentionJob } from "../retention/retention.job.ts";
import { personalColumns } from "./personal-columns.ts";

const now = Date.UTC(2026, 10, 21);
const day = 86_400_000;
const old = now - 730 * day - 1;

let tables: TestTables;
let merchant_id: number;

beforeAll(async () => {
	tables = await openTestTables();
	merchant_id = await insertMerchant(tables.database);
});

afterAll(() => tables.drop());

function run(at = now): Promise<unknown> {
	const clock = { now: async () => at };
	const options = { personalDataMs: 730 * day, elapsedMs: () => 0, mailAheadMs: () => 0 };
	return retentionJob({ database: tables.database, clock, ...options }).run();
}

const details = { email: "ada@example.com", city: "Lagos", custom_id: "7", metadata: { order: "Ada's" } };

async function insertPayments(...times: number[]): Promise<void> {
	const rows = times.map((created_at) => ({
		...newTransaction({ merchant_id, ...details, created_at, transaction_id: newLookupId() }),
		status: "APPROVED" as const,
		decided_at: created_at,
	}));
	await tables.database.insertInto("transactions").values(rows).execute();
}

const emails = async () => {
	const rows = tables.database.selectFrom("transactions").select(["email", "metadata", "amount_cents"]).orderBy("id");
	return rows.execute();
};

test("P-46 old payments lose their personal data, the index of metadata included, and keep the rest", async () => {
	await insertPayments(old, old + 1);
	await run();
	const kept = { email: "ada@example.com", metadata: { order: "Ada's" }, amount_cents: 1099 };
	expect(await emails()).toEqual([{ email: null, metadata: null, amount_cents: 1099 }, kept]);
	const indexed = await tables.database.selectFrom("metadata_entries").select("key").execute();
	expect(indexed).toHaveLength(1);
	const nothing = personalColumns.transactions.map((name) => sql`${sql.id(name)} is null`);
	const { rows } = await sql`select from transactions where ${sql.join(nothing, sql` and `)}`.execute(tables.database);
	expect(rows).toHaveLength(1);
});

test("P-46 continues where it stopped, in slices, and reads no payment twice", async () => {
	await insertPayments(...Array.from({ length: 501 }, () => old), now);
	// This payment is before the last id.
	await tables.database
		.updateTable("transactions")
		.set({ email: "bo@example.com" })
		.where("email", "is", null)
		.execute();
	await run(now + 1);
	const left = (await emails()).flatMap(({ email }) => email ?? []);
	expect(left).toEqual(["bo@example.com", "ada@example.com"]);
	const marks = await tables.database.selectFrom("erased_payments").select("table_name").execute();
	expect(marks).toEqual([{ table_name: "transactions" }]);
});
