import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { explain, firstStatement } from "../../../../test/fixtures/database/explain.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import type { PageRequest } from "../../../platform/src/db/paging.ts";
import { listPlans, type PlanFilters } from "./plan-list.store.ts";

const rows = 100_000;
/** Rows per statement, so that it stays within the statement timeout. */
const sliceRows = 20_000;
const merchantIds = [7, 8] as const;
const [merchantId] = merchantIds;

type Wanted = Omit<PlanFilters, "merchantId">;

let tables: TestTables;

beforeAll(async () => {
	tables = await openTestTables();
	for (const id of merchantIds) {
		await sql`insert into merchants (id, merchant_id, name, mode, created_at)
			overriding system value values (${id}, ${`merchant${id}`}, 'Plans', 'demo', 0)`.execute(tables.database);
	}
	for (let from = 1; from <= rows; from += sliceRows) await insertSlice(from, from + sliceRows - 1);
	await sql`vacuum (analyze) plans`.execute(tables.database);
});

afterAll(() => tables.drop());

/** Inserts plans: four of five are the merchant's, one of eleven is deleted; 101 names and four frequencies. */
async function insertSlice(from: number, to: number): Promise<void> {
	await sql`
		insert into plans (
			lookup_id, merchant_id, name, amount_cents, currency, frequency, send_receipt, total_subscriptions,
			current_subscriptions, created_at, deleted_at
		)
		select 'P' || lpad(n::text, 19, '0'), case when n % 5 = 0 then ${merchantIds[1]}::bigint else ${merchantId}::bigint end,
			'Plan ' || n % 101, 100 + n % 997, 'CAD', (array['DAILY', 'WEEKLY', 'MOTHLY', 'QUARTERLY'])[1 + n % 4], false,
			n % 50, n % 50 / 2, n, case when n % 11 = 0 then n end
		from generate_series(${from}::bigint, ${to}::bigint) as n`.execute(tables.database);
}

const limit = 25;
const firstPage: PageRequest = { limit, beyond: undefined };
const position = { createdAt: rows / 2, id: 100_000 + rows / 2 };

async function readingOf(wanted: Wanted, page: PageRequest): Promise<{ indexes: string[]; rowsRead: number }> {
	const statement = await firstStatement(tables.database, (spied) => listPlans(spied, { ...wanted, merchantId }, page));
	const plan = await explain(tables.database, "analyze, costs off, timing off, summary off", statement);
	expect(plan).not.toMatch(/Seq Scan|Bitmap/);
	const indexes = [...plan.matchAll(/using (\w+)/g)].map(([, name = ""]) => name);
	const scanned = [...plan.matchAll(/Index (?:Only )?Scan.*\(actual rows=([0-9.]+)/g)].map(([, count]) =>
		Number(count),
	);
	return { indexes, rowsRead: scanned.reduce((sum, count) => sum + count, 0) };
}

describe("X-45 a page of 100,000 plans is read from an index in the order of the list", () => {
	test.each<[string, Wanted, string, number]>([
		["all plans", {}, "plans_by_merchant", limit + 1],
		["a name", { name: "plan 7" }, "plans_by_name", limit + 1],
		["a name and a frequency", { name: "PLAN 7", frequency: "MOTHLY" }, "plans_by_name", 8 * limit],
		["a frequency", { frequency: "WEEKLY" }, "plans_by_merchant", 8 * limit],
		["amounts", { minimumCents: 200, maximumCents: 1_000 }, "plans_by_merchant", 4 * limit],
		["counts", { totalAtMost: 40, currentAtLeast: 10 }, "plans_by_merchant", 4 * limit],
	])("%s", async (_name, wanted, index, mostRows) => {
		for (const beyond of [undefined, ...(["after", "before"] as const).map((direction) => ({ direction, position }))]) {
			const { indexes, rowsRead } = await readingOf(wanted, { limit, beyond });
			expect(indexes).toEqual([index]);
			expect(rowsRead).toBeGreaterThan(limit);
			expect(rowsRead).toBeLessThanOrEqual(mostRows);
		}
	});

	test("a filter that matches no plan scans that index once", async () => {
		const { indexes, rowsRead } = await readingOf({ minimumCents: 999_999 }, firstPage);
		expect(indexes).toEqual(["plans_by_merchant"]);
		expect(rowsRead).toBeLessThanOrEqual(rows);
	});
});
