import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMerchant } from "../../../../test/fixtures/builders.ts";
import { approvedTransaction } from "../../../../test/fixtures/payments/transaction.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import type { Merchant } from "../../../merchants/src/merchant.ts";
import type { Database } from "../../../platform/src/db/database.ts";
import { readOverview } from "./overview.ts";
import type { Figures } from "./payment-sums.store.ts";
import { sumPayments } from "./sum-payments.ts";

const day = 86_400_000;
const quarter = 15 * 60_000;

let tables: TestTables;
let database: Database;

beforeAll(async () => {
	tables = await openTestTables();
	database = tables.database.withTables();
});

afterAll(() => tables.drop());

const types = ["sale", "authorization", "capture", "refund", "void"] as const;
const statuses = ["APPROVED", "DECLINED", "PENDING"] as const;

interface Row {
	type: (typeof types)[number];
	status: (typeof statuses)[number];
	currency: "CAD" | "USD";
	amount_cents: number;
	voided_by: string | null;
	created_at: number;
}

/** One row per quarter of an hour of 34 days, so that every midnight has rows on both sides. */
function rowsUntil(newest: number): Row[] {
	return Array.from({ length: (34 * day) / quarter }, (_, index) => {
		// Coprime cycles: every combination occurs.
		const type = types[index % types.length] ?? "sale";
		return {
			type,
			status: statuses[index % 7 === 0 ? 1 : index % 11 === 0 ? 2 : 0] ?? "APPROVED",
			currency: index % 3 === 0 ? "USD" : "CAD",
			amount_cents: 100 + (index % 997),
			voided_by: type === "sale" && index % 13 === 0 ? "somebody" : null,
			created_at: newest - index * quarter,
		};
	});
}

async function insertRows(merchant: Merchant, rows: Row[]): Promise<void> {
	const values = rows.map((row, index) => {
		const isFollowUp = row.type === "capture" || row.type === "refund" || row.type === "void";
		const { id: _id, ...transaction } = approvedTransaction({
			...row,
			merchant_id: merchant.id,
			transaction_id: `${merchant.publicId}${index}`,
			original_id: isFollowUp ? "another" : null,
			...(row.status === "PENDING" && { decided_at: null }),
		});
		return transaction;
	});
	// The limit of parameters per statement.
	for (let from = 0; from < values.length; from += 1_000) {
		await database
			.insertInto("transactions")
			.values(values.slice(from, from + 1_000))
			.execute();
	}
}

/** Sums one day and currency row by row. */
function recount(rows: Row[], currency: string, isShown: (row: Row) => boolean): Figures {
	const of = (keeps: (row: Row) => boolean) => {
		const kept = rows.filter((row) => row.currency === currency && isShown(row) && keeps(row));
		return { count: kept.length, cents: kept.reduce((total, row) => total + row.amount_cents, 0) };
	};
	const tookMoney = (row: Row) => row.type === "sale" || row.type === "capture";
	const approved = of((row) => row.status === "APPROVED" && tookMoney(row) && row.voided_by === null);
	const declined = of((row) => row.status === "DECLINED" && (row.type === "sale" || row.type === "authorization"));
	const refunded = of((row) => row.status === "APPROVED" && row.type === "refund");
	return {
		approved_count: approved.count,
		approved_cents: approved.cents,
		declined_count: declined.count,
		declined_cents: declined.cents,
		refunded_count: refunded.count,
		refunded_cents: refunded.cents,
	};
}

describe("an overview", () => {
	test.each([
		["UTC", "2026-11-21T12:00:00Z"],
		// Clocks go back an hour, on 1 November 2026, and forward, on 14 March 2027.
		["America/Toronto", "2026-11-21T12:00:00Z"],
		["America/St_Johns", "2027-03-20T02:00:00Z"],
		// Half an hour, on 4 April 2027.
		["Australia/Lord_Howe", "2027-04-10T12:00:00Z"],
		["Asia/Kathmandu", "2027-01-01T18:10:00Z"],
		// Midnight comes twice, on 31 October 2027.
		["Atlantic/Azores", "2027-11-10T12:00:00Z"],
	])("S-09 agrees with a plain recount, day by day, in %s until %s", async (timeZone, until) => {
		const now = Date.parse(until);
		const merchant = await createMerchant(tables.database, { merchant_id: `m${timeZone}`, time_zone: timeZone });
		const rows = rowsUntil(now + day);
		await insertRows(merchant, rows);
		const days = new Intl.DateTimeFormat("en-CA", { timeZone });
		const dayByRow = new Map(rows.map((row) => [row, days.format(row.created_at)]));
		const dayOf = (row: Row) => dayByRow.get(row);
		const overview = await readOverview(database, { now: () => now }, merchant);
		expect(overview.currencies.map(({ currency }) => currency)).toEqual(["CAD", "USD"]);
		for (const { currency, today, last30Days, days: shownDays } of overview.currencies) {
			expect(shownDays).toHaveLength(30);
			for (const { date, ...figures } of shownDays) {
				expect(figures, date).toEqual(recount(rows, currency, (row) => dayOf(row) === date));
				expect(figures.approved_count, date).toBeGreaterThan(0);
			}
			const shown = new Set<string | undefined>(shownDays.map(({ date }) => date));
			expect(last30Days).toEqual(recount(rows, currency, (row) => shown.has(dayOf(row))));
			expect(today).toEqual(recount(rows, currency, (row) => dayOf(row) === overview.today));
		}
		expect(overview.today).toBe(days.format(now));
	});

	test.each([
		["America/Toronto", "2026-11-21T12:00:00Z"],
		["Atlantic/Azores", "2027-11-10T12:00:00Z"],
	])("S-09 is the same with sums of its days, in %s until %s", async (time_zone, until) => {
		const now = Date.parse(until);
		const merchant = await createMerchant(tables.database, { merchant_id: `sums${time_zone}`, time_zone });
		await insertRows(
			merchant,
			rowsUntil(now).filter(({ status }) => status !== "PENDING"),
		);
		const live = await readOverview(database, { now: () => now }, merchant);
		await sumPayments(database, merchant.id, { end: now });
		const sums = database.selectFrom("payment_day_sums").where("merchant_id", "=", merchant.id);
		expect(await sums.selectAll().execute()).toHaveLength(2 * 30);
		expect(await readOverview(database, { now: () => now }, merchant)).toEqual(live);
	});

	test("without payments has zeros in the first currency", async () => {
		const merchant = await createMerchant(tables.database, { merchant_id: "idle", time_zone: "UTC" });
		const { currencies } = await readOverview(database, { now: () => Date.UTC(2026, 10, 21) }, merchant);
		expect(currencies.map(({ currency }) => currency)).toEqual(["CAD"]);
		expect(currencies[0]?.days).toHaveLength(30);
		expect(Object.values(currencies[0]?.last30Days ?? {})).toEqual([0, 0, 0, 0, 0, 0]);
	});

	test("X-01 counts only the merchant's payments", async () => {
		const now = Date.UTC(2026, 10, 21, 12);
		const [merchant, neighbour] = [
			await createMerchant(tables.database, { merchant_id: "one", time_zone: "UTC" }),
			await createMerchant(tables.database, { merchant_id: "other", time_zone: "UTC" }),
		];
		await insertRows(neighbour, rowsUntil(now).slice(0, 20));
		const { currencies } = await readOverview(database, { now: () => now }, merchant);
		expect(Object.values(currencies[0]?.last30Days ?? {})).toEqual([0, 0, 0, 0, 0, 0]);
	});

	test("lists a disabled currency after the enabled ones", async () => {
		const now = Date.UTC(2026, 10, 21, 12);
		const merchant = await createMerchant(tables.database, { merchant_id: "euro", time_zone: "UTC" });
		await insertRows(merchant, rowsUntil(now).slice(0, 4));
		const { currencies } = await readOverview(
			database,
			{ now: () => now },
			{ ...merchant, currencies: ["EUR", "USD"] },
		);
		expect(currencies.map(({ currency }) => currency)).toEqual(["USD", "CAD"]);
	});
});
