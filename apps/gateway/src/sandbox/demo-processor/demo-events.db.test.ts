import type { ProcessorEventPage } from "@cardseal/vault";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Payments } from "../../../../../packages/payments/src/payments.ts";
import { applySettlement } from "../../../../../packages/payments/src/settlements/apply-settlement.ts";
import { readFeed } from "../../../../../packages/payments/src/unresolved/read-feed.ts";
import type { Database } from "../../../../../packages/platform/src/db/database.ts";
import { insertMerchant } from "../../../../../test/fixtures/builders.ts";
import { testClocks } from "../../../../../test/fixtures/clock.ts";
import { approvedTransaction } from "../../../../../test/fixtures/payments/transaction.ts";
import { openTestTables, type TestTables } from "../../../../../test/fixtures/tables.ts";
import { listDueMerchants } from "./demo-events.store.ts";
import { demoFeed } from "./demo-events.ts";

const day = 86_400_000;
const noon = Date.UTC(2026, 10, 21, 12);
const midnight = Date.UTC(2026, 10, 22);

let tables: TestTables;
let database: Database;

beforeAll(async () => {
	tables = await openTestTables();
	database = tables.database.withTables();
});

afterAll(() => tables.drop());

async function insertSales(
	merchantId: number,
	count: number,
	changes: { at: number; decidedAt?: number },
): Promise<void> {
	const rows = Array.from({ length: count }, (_, index) => {
		const { id: _id, ...row } = approvedTransaction({
			transaction_id: `${merchantId}x${changes.at}x${index}`,
			merchant_id: merchantId,
			created_at: changes.at + Math.floor(index / 10),
			decided_at: changes.decidedAt ?? changes.at + index,
		});
		return row;
	});
	for (let from = 0; from < count; from += 600) {
		await tables.database
			.insertInto("transactions")
			.values(rows.slice(from, from + 600))
			.execute();
	}
}

/** Reads and records processor events until nothing more is told. Returns the numbers of items of the settlements. */
async function settleAll(merchantId: number, now: number): Promise<number[]> {
	const feed = demoFeed({ database, clock: { now: () => now } }, merchantId);
	const counts: number[] = [];
	let cursor: string | undefined;
	for (;;) {
		const page: ProcessorEventPage | undefined = await feed.source.events?.(cursor);
		if (page === undefined || page.cursor === cursor) return counts;
		for (const event of page.events) {
			if (event.kind !== "settlement") throw new Error("These cards are not disputed.");
			await database.transaction().execute((transaction) => applySettlement(transaction, feed, event, now));
			counts.push(event.items.length);
		}
		cursor = page.cursor;
	}
}

async function dueTimesOf(merchantId: number): Promise<number[]> {
	const due = await listDueMerchants(database, 100);
	return due.filter((one) => one.merchantId === merchantId).map(({ dueAt }) => dueAt);
}

test("N-03 a day of many payments is settled in parts, each payment once", async () => {
	const merchantId = await insertMerchant(tables.database, { time_zone: "UTC" });
	await insertSales(merchantId, 5_001, { at: noon });
	expect(await settleAll(merchantId, midnight)).toEqual([5_000, 1]);
	const { items } = await tables.database
		.selectFrom("settlement_items")
		.select(({ fn }) => fn.count<number>("reference").distinct().as("items"))
		.where("merchant_id", "=", merchantId)
		.executeTakeFirstOrThrow();
	expect(items).toBe(5_001);
});

test("a payment whose outcome came after its day is settled on a later one", async () => {
	const merchantId = await insertMerchant(tables.database, { time_zone: "UTC" });
	await insertSales(merchantId, 2, { at: noon });
	await insertSales(merchantId, 1, { at: noon + 1, decidedAt: midnight + 1 });
	expect(await settleAll(merchantId, midnight)).toEqual([2]);
	await insertSales(merchantId, 3, { at: noon + day });
	expect(await settleAll(merchantId, midnight + day)).toEqual([4]);
});

test("the end of a day is that of the merchant's time zone, also when the clocks change", async () => {
	const merchantId = await insertMerchant(tables.database, { time_zone: "America/Toronto" });
	// Daylight-saving time ends on November 1 at 2:00; the day has 25 hours.
	await insertSales(merchantId, 1, { at: Date.UTC(2026, 10, 1, 12) });
	expect(await dueTimesOf(merchantId)).toEqual([Date.UTC(2026, 10, 2, 5)]);
	expect(await settleAll(merchantId, Date.UTC(2026, 10, 2, 5) - 1)).toEqual([]);
	expect(await settleAll(merchantId, Date.UTC(2026, 10, 2, 5))).toEqual([1]);
});

test("a day is due until its processor events are applied, whoever applies them: a move of the clock waits for them", async () => {
	const merchantId = await insertMerchant(tables.database, { time_zone: "UTC" });
	await insertSales(merchantId, 1, { at: noon });
	const clocks = testClocks({ businessAt: midnight });
	const now = clocks.business.stop();
	// Settlements need nothing else.
	const context = { database, clocks, log: pino({ level: "silent" }) } as unknown as Payments;
	const read = () => readFeed(context, demoFeed({ database, clock: clocks.business }, merchantId), 0);
	const claims = () =>
		tables.database
			.selectFrom("received_notices")
			.select(["state", "attempts"])
			.where("merchant_id", "=", merchantId)
			.execute();
	const during = await database.transaction().execute(async (transaction) => {
		await sql`lock table settlements in share row exclusive mode`.execute(transaction);
		const reading = read();
		await vi.waitFor(async () => expect(await claims()).toEqual([{ state: "waiting", attempts: 1 }]));
		await read();
		return { reading, dueTimes: await dueTimesOf(merchantId) };
	});
	await during.reading;
	expect(during.dueTimes).toEqual([now]);
	expect(await claims()).toEqual([{ state: "applied", attempts: 1 }]);
	expect(await dueTimesOf(merchantId)).toEqual([]);
});
