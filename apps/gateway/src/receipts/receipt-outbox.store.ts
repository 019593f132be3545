import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { Receipt } from "./receipt.ts";

/**
 * Claims receipts whose turn has come, for this caller alone: their next turn is moved, so that another gateway, or this one
 * after a crash, takes them up again when the claim has passed. Times are real, in ms since 1970.
 */
export async function claimDueReceipts(
	database: Database,
	{ now, claimedUntil, limit }: { now: number; claimedUntil: number; limit: number },
): Promise<Receipt[]> {
	const claimed = await database
		.updateTable("receipt_outbox")
		.set(({ eb }) => ({ next_attempt_at: claimedUntil, attempts: eb("attempts", "+", 1) }))
		.where("transaction_id", "in", (due) =>
			due
				.selectFrom("receipt_outbox")
				.select("transaction_id")
				.where("failed_at", "is", null)
				.where("next_attempt_at", "<=", now)
				.orderBy("next_attempt_at")
				.limit(limit)
				.forUpdate()
				.skipLocked(),
		)
		.returning("transaction_id")
		.execute();
	if (claimed.length === 0) return [];
	return readReceipts(
		database,
		claimed.map((receipt) => receipt.transaction_id),
	);
}

function readReceipts(database: Database, transactionIds: string[]): Promise<Receipt[]> {
	return database
		.selectFrom("receipt_outbox")
		.innerJoin("transactions", "transactions.transaction_id", "receipt_outbox.transaction_id")
		.innerJoin("merchants", "merchants.id", "transactions.merchant_id")
		.select([
			"transactions.transaction_id",
			"type",
			"amount_cents",
			"currency",
			"card_type",
			"card_suffix",
			"email",
			"bcc_emails",
			"first_name",
			"last_name",
			"invoice_id",
			"test_mode",
			"transactions.created_at",
			"attempts",
			"problem",
			"copies_left_out as copiesLeftOut",
			"merchants.id as merchantId",
			"merchants.name as merchantName",
			"time_zone as timeZone",
			"sends_receipts as sendsReceipts",
			"receipt_reply_to as replyTo",
		])
		.where("receipt_outbox.transaction_id", "=", sql<string>`any(${transactionIds}::text[])`)
		.orderBy("transactions.id")
		.execute();
}

/** Takes receipts out: they were sent, or are not wanted any more. */
export async function removeReceipts(database: Database, transactionIds: string[]): Promise<void> {
	if (transactionIds.length === 0) return;
	await database
		.deleteFrom("receipt_outbox")
		.where("transaction_id", "=", sql<string>`any(${transactionIds}::text[])`)
		.execute();
}

/** Has receipts wait for another turn. `problem` is why; `nextAttemptAt` real time, ms since 1970. */
export async function postponeReceipts(
	database: Database,
	transactionIds: string[],
	{ nextAttemptAt, attempts, problem }: { nextAttemptAt: number; attempts: number; problem: string },
): Promise<void> {
	if (transactionIds.length === 0) return;
	await database
		.updateTable("receipt_outbox")
		.set({ next_attempt_at: nextAttemptAt, attempts, problem })
		.where("transaction_id", "=", sql<string>`any(${transactionIds}::text[])`)
		.execute();
}

/** Keeps in mind which blind copies are left out, by their places, for all further attempts. */
export async function leaveOutCopies(database: Database, transactionId: string, places: number[]): Promise<void> {
	await database
		.updateTable("receipt_outbox")
		.set({ copies_left_out: places })
		.where("transaction_id", "=", transactionId)
		.execute();
}

/** Gives receipts up. They stay to be seen until `deleteOldFailures`. `now` is real time, ms since 1970. */
export async function failReceipts(
	database: Database,
	transactionIds: string[],
	{ now, problem }: { now: number; problem: string },
): Promise<void> {
	await database
		.updateTable("receipt_outbox")
		.set({ failed_at: now, problem })
		.where("transaction_id", "=", sql<string>`any(${transactionIds}::text[])`)
		.execute();
}

/**
 * Adds to the counts of an hour.
 *
 * @returns the counts after that, by name
 */
export async function addToCounts(
	database: Database,
	hourStartedAt: number,
	counts: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
	if (counts.size === 0) return new Map();
	// In one order, so that two gateways that count the same names never wait for each other in a circle.
	const names = [...counts.keys()].sort();
	const added = names.map((name) => counts.get(name) ?? 0);
	const { rows } = await sql<{ counted: string; receipts: number }>`
		insert into receipt_counts (hour_started_at, counted, receipts)
		select ${hourStartedAt}::bigint, counted, added
		from unnest(${names}::text[], ${added}::bigint[]) as addition (counted, added)
		on conflict (hour_started_at, counted) do update set receipts = receipt_counts.receipts + excluded.receipts
		returning counted, receipts`.execute(database);
	return new Map(rows.map(({ counted, receipts }) => [counted, receipts]));
}

/** Forgets the counts of hours that began before `time`, ms since 1970. */
export async function deleteOldCounts(database: Database, time: number): Promise<void> {
	await database.deleteFrom("receipt_counts").where("hour_started_at", "<", time).execute();
}

/** Forgets receipts that were given up before `time`, ms since 1970. */
export async function deleteOldFailures(database: Database, time: number): Promise<void> {
	await database.deleteFrom("receipt_outbox").where("failed_at", "<", time).execute();
}
