import { notFound } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { type RawBuilder, sql } from "kysely";
import { hasId } from "../has-id.store.ts";
import type { Transaction } from "../tables.ts";

export async function findTransaction(
	database: Database,
	merchantId: number,
	id: { id: number } | { transactionId: string },
): Promise<Transaction | undefined> {
	const query = database.selectFrom("transactions").selectAll().where("merchant_id", "=", merchantId);
	const byId = "id" in id ? query.where("id", "=", id.id) : query.where("transaction_id", "=", id.transactionId);
	return byId.executeTakeFirst();
}

/** Includes all merchants. */
export async function findByReference(database: Database, transactionId: string): Promise<Transaction | undefined> {
	return database.selectFrom("transactions").selectAll().where("transaction_id", "=", transactionId).executeTakeFirst();
}

/** Includes all merchants. */
export async function isReferenceTaken(database: Database, transactionId: string): Promise<boolean> {
	const row = await database
		.selectFrom("transactions")
		.select("id")
		.where("transaction_id", "=", transactionId)
		.executeTakeFirst();
	return row !== undefined;
}

/** `madeFrom` is ms since 1970. */
export async function findNewest(
	database: Database,
	merchantId: number,
	{ transactionIds, madeFrom }: { transactionIds: string[]; madeFrom: number },
): Promise<Transaction | undefined> {
	return database
		.selectFrom("transactions")
		.selectAll()
		.where("merchant_id", "=", merchantId)
		.where("transaction_id", "in", transactionIds)
		.where("created_at", ">=", madeFrom)
		.orderBy("created_at", "desc")
		.limit(1)
		.executeTakeFirst();
}

export async function findTransactionsByIds(database: Database, ids: number[]): Promise<Transaction[]> {
	return database.selectFrom("transactions").selectAll().where("id", "=", sql<number>`any(${ids}::bigint[])`).execute();
}

/** @throws Problem 404, the same for an unknown, malformed and foreign id */
export async function getTransaction(database: Database, merchantId: number, id: string): Promise<Transaction> {
	const transaction = await database
		.selectFrom("transactions")
		.selectAll()
		.where("merchant_id", "=", merchantId)
		.where(hasId("transaction_id", id))
		.executeTakeFirst();
	if (transaction === undefined) throw notFound("transaction");
	return transaction;
}

/** The currency of a transaction, in a statement of another table. */
export function currencyOf(merchantId: number, transactionId: RawBuilder<unknown>): RawBuilder<string | null> {
	return sql`(select currency from transactions where merchant_id = ${merchantId} and transaction_id = ${transactionId})`;
}
