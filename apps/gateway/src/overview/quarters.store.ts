import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import { figureColumns, figuresOfPayments } from "./overview.store.ts";

/** Quarters of an hour from one time to another, ms since 1970, both multiples of a quarter. */
export interface Quarters {
	from: number;
	to: number;
}

/** Returns the end of the last quarter that was summed, and whether a payment changed later. */
export async function readProgress(
	database: Database,
	merchantId: number,
): Promise<{ through: number; hasChanged: boolean } | undefined> {
	const { rows } = await sql<{ through: number; hasChanged: boolean }>`
		select through, exists (select from late_payment_changes where merchant_id = ${merchantId}) as "hasChanged"
		from summed_payments where merchant_id = ${merchantId}`.execute(database);
	return rows[0];
}

/** Locks a merchant's sums until the transaction ends. Returns the end of the last quarter that was summed; 0 at first. */
export async function lockSums(transaction: Database, merchantId: number): Promise<number> {
	const { rows } = await sql<{ through: number }>`
		insert into summed_payments (merchant_id, through) values (${merchantId}, 0)
		on conflict (merchant_id) do update set through = summed_payments.through
		returning through`.execute(transaction);
	const [{ through }] = rows as [{ through: number }];
	return through;
}

/** Takes the notes of late changes. Returns their quarters within a range. */
export async function takeLateChanges(
	transaction: Database,
	merchantId: number,
	{ from, to }: Quarters,
): Promise<number[]> {
	const taken = await transaction
		.deleteFrom("late_payment_changes")
		.where("merchant_id", "=", merchantId)
		.returning("quarter")
		.execute();
	const within = taken.map(({ quarter }) => quarter).filter((quarter) => quarter >= from && quarter < to);
	return [...new Set(within)];
}

/** Deletes the sums of these quarters, and of all outside a range. */
export async function deleteSums(
	transaction: Database,
	merchantId: number,
	{ only, outside: { from, to } }: { only: number[]; outside: Quarters },
): Promise<void> {
	await sql`
		delete from payment_sums
		where merchant_id = ${merchantId}
			and (quarter < ${from}::bigint or quarter >= ${to}::bigint or quarter = any(${only}::bigint[]))`.execute(
		transaction,
	);
}

/** Sums payments by quarter. The quarters have no sums yet. */
export async function insertSums(transaction: Database, merchantId: number, { from, to }: Quarters): Promise<void> {
	await sql`
		insert into payment_sums (merchant_id, quarter, currency, ${sql.join(figureColumns.map((name) => sql.id(name)))})
		select ${merchantId}::bigint, created_at - created_at % 900000, currency, ${figuresOfPayments}
		from transactions
		where merchant_id = ${merchantId} and created_at >= ${from}::bigint and created_at < ${to}::bigint
		group by 2, 3`.execute(transaction);
}

/** Stores the end of the last quarter that was summed. */
export async function storeProgress(transaction: Database, merchantId: number, through: number): Promise<void> {
	await transaction.updateTable("summed_payments").set({ through }).where("merchant_id", "=", merchantId).execute();
}

/**
 * Deletes notes of changes that no overview has taken, of payments made before a time, ms since 1970: an overview sums the quarters
 * of such payments anew, or shows them no more.
 */
export async function deleteOldChanges(database: Database, before: number): Promise<void> {
	await database.deleteFrom("late_payment_changes").where("quarter", "<", before).execute();
}
