import { claimDueRows, type Database, rowsAs } from "@cardseal/platform/db";
import type { ReturnedFields } from "@cardseal/vault";
import { sql } from "kysely";
import { stateAfter } from "../submission/pending.store.ts";
import type { PendingState, Transaction } from "../tables.ts";

/** The first delay; each further delay doubles, up to an hour. */
const firstDelayMs = 5_000;
const longestDelayMs = 3_600_000;

const delay = sql<number>`least(${firstDelayMs}::bigint << least(inquiries, 20), ${longestDelayMs}::bigint)`;

export type LeftPending = Transaction & {
	state: PendingState;
	is_told: boolean;
	/** The id of the payment that a modification changes. */
	original_processor_transaction_id: string | null;
	/** Real time, ms since 1970; `null` unless the payer is, or was, to authenticate. */
	payer_expires_at: number | null;
	payer_returned: ReturnedFields | null;
	payer_ended_at: number | null;
};

/** Claims transactions whose gateway no longer waits. Real times, ms since 1970. */
export async function claimLeftPending(
	database: Database,
	{ now, claimedUntil, limit }: { now: number; claimedUntil: number; limit: number },
): Promise<LeftPending[]> {
	const claimed = await claimDueRows<{ transaction_id: string }>(database, {
		prepare: "claim-pending",
		table: "pending_transactions",
		key: ["transaction_id"],
		dueAt: "next_inquiry_at",
		now,
		claimedUntil,
		limit,
		returning: sql`pending_transactions.transaction_id`,
	});
	if (claimed.length === 0) return [];
	return findLeftPending(
		database,
		claimed.map((claim) => claim.transaction_id),
	);
}

export async function findLeftPending(database: Database, ids: string[]): Promise<LeftPending[]> {
	const { rows } = await sql<LeftPending>`
		select transactions.*, pending.state, pending.is_told,
			original.processor_transaction_id as original_processor_transaction_id,
			payer.expires_at as payer_expires_at, payer.returned as payer_returned, payer.ended_at as payer_ended_at
		from transactions
		join pending_transactions as pending using (transaction_id)
		left join transactions as original on original.transaction_id = transactions.original_id
		left join payer_actions as payer on payer.transaction_id = transactions.transaction_id
		where transactions.transaction_id = any(${ids}::text[])`.execute(database);
	return rows;
}

/** `now` is real time, ms since 1970. */
export async function scheduleNextInquiry(
	database: Database,
	transactionId: string,
	{ state, now }: { state: PendingState; now: number },
): Promise<void> {
	await database
		.updateTable("pending_transactions")
		.set((row) => ({
			state: stateAfter(state),
			inquiries: row("inquiries", "+", 1),
			next_inquiry_at: sql`${now}::bigint + ${delay}`,
		}))
		.where("transaction_id", "=", transactionId)
		.execute();
}

/** The payer may still authenticate. Real times, ms since 1970. */
export async function waitForPayer(database: Database, transactionId: string, expiresAt: number): Promise<void> {
	await database
		.updateTable("pending_transactions")
		.set({ state: stateAfter("payer"), next_inquiry_at: expiresAt })
		.where("transaction_id", "=", transactionId)
		.execute();
}

/** `nextInquiryAt` is real time, ms since 1970. */
export interface ScheduledInquiry {
	transactionId: string;
	nextInquiryAt: number;
}

/** Finds inquiries later than a time plus their delay, or plus the payer's time. */
export async function findInquiriesAfter(
	database: Database,
	time: number,
	{ payerTimeMs, limit }: { payerTimeMs: number; limit: number },
): Promise<ScheduledInquiry[]> {
	const { rows } = await sql<ScheduledInquiry>`
		select transaction_id as "transactionId", next_inquiry_at as "nextInquiryAt" from pending_transactions
		where next_inquiry_at > ${time}::bigint
			and next_inquiry_at > ${time}::bigint + case state when 'payer' then ${payerTimeMs}::bigint else ${delay} end
		order by transaction_id
		limit ${limit}`.execute(database);
	return rows;
}

/** Skips inquiries that another gateway has moved. */
export async function moveInquiriesTo(database: Database, now: number, inquiries: ScheduledInquiry[]): Promise<void> {
	const late = inquiries.map(({ transactionId: id, nextInquiryAt: next }) => ({ id, next }));
	await sql`
		update pending_transactions set next_inquiry_at = ${now}::bigint
		from ${rowsAs("late", { id: "text", next: "bigint" }, late)}
		where (transaction_id, next_inquiry_at) = (late.id, late.next)`.execute(database);
}
