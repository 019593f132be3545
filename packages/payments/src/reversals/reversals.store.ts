import { lookupIdOf } from "@cardseal/platform";
import { claimDueRows, type Database, deleteInSlices } from "@cardseal/platform/db";
import { sql } from "kysely";
import type { Transaction } from "../tables.ts";
import type { Reversal } from "./tables.ts";

/** The same after a restore, so that the processor's list tells a lost reversal. */
export function reversalReference({
	transaction_id: id,
	operation,
	number,
}: Pick<Reversal, "transaction_id" | "operation" | "number">): string {
	return lookupIdOf(`reversal|${id}|${operation}|${number}`);
}

/** The condition of the partial index. */
const isOpen = sql<boolean>`state in ('waiting', 'attention')`;

/** Claims due reversals of one charge or all. Real times, ms since 1970. */
export function claimReversals(
	database: Database,
	claim: { now: number; claimedUntil: number; limit: number },
	transactionId?: string,
): Promise<Reversal[]> {
	return claimDueRows<Reversal>(database, {
		...claim,
		table: "reversals",
		key: ["reference"],
		dueAt: "next_try_at",
		where: transactionId === undefined ? isOpen : sql`${isOpen} and transaction_id = ${transactionId}`,
		set: sql`tries = tries + 1`,
		returning: sql`reversals.*`,
	});
}

/** Adds the next request, unless it is there. Real time, ms since 1970. */
export async function insertReversal(
	transaction: Database,
	next: Pick<Reversal, "merchant_id" | "transaction_id" | "operation" | "number">,
	times: { nextTryAt: number; now: number },
): Promise<void> {
	await transaction
		.insertInto("reversals")
		.values({
			...next,
			reference: reversalReference(next),
			next_try_at: times.nextTryAt,
			created_at: times.now,
			processor_transaction_id: null,
		})
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

/** Returns `false` if it has ended. */
export async function changeReversal(
	database: Database,
	{ reference }: Reversal,
	change: Partial<Pick<Reversal, "state" | "next_try_at" | "processor_transaction_id">>,
): Promise<boolean> {
	const { numUpdatedRows } = await database
		.updateTable("reversals")
		.set(change)
		.where("reference", "=", reference)
		.where(isOpen)
		.executeTakeFirst();
	return numUpdatedRows === 1n;
}

export function findReversal(database: Database, merchantId: number, reference: string): Promise<Reversal | undefined> {
	return database
		.selectFrom("reversals")
		.selectAll()
		.where("merchant_id", "=", merchantId)
		.where("reference", "=", reference)
		.executeTakeFirst();
}

export function readReversedCharge(database: Database, { transaction_id: id }: Reversal): Promise<Transaction> {
	return database.selectFrom("transactions").selectAll().where("transaction_id", "=", id).executeTakeFirstOrThrow();
}

/** Deletes what ended before a real time, ms since 1970. */
export async function deleteOldReversals(database: Database, before: number): Promise<void> {
	await deleteInSlices(database, "reversals", sql`not ${isOpen} and created_at < ${before}::bigint`);
}
