import type { Database } from "@cardseal/platform/db";
import { type Insertable, type Selectable, sql } from "kysely";
import type { PendingCardsTable } from "../tables.ts";

/** A pending stored card with its charge's status; `null` if the charge was never written. */
export type PendingCard = Selectable<PendingCardsTable> & {
	status: string | null;
	customer_lookup_id: string;
	network_transaction_id: string | null;
};

/** Returns `false`, and writes nothing, if the charge has a pending card or is written. */
export async function insertPendingCard(
	transaction: Database,
	pending: Insertable<PendingCardsTable>,
): Promise<boolean> {
	const { rows } = await sql`
		select from transactions where transaction_id = ${pending.transaction_id}`.execute(transaction);
	if (rows.length > 0) return false;
	const { numInsertedOrUpdatedRows } = await transaction
		.insertInto("pending_cards")
		.values(pending)
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirstOrThrow();
	return numInsertedOrUpdatedRows === 1n;
}

/** Locks the customer; returns `undefined` if the card was completed before. */
export async function lockPendingCard(transaction: Database, transactionId: string): Promise<PendingCard | undefined> {
	const customer = await transaction
		.selectFrom("customers")
		.select("lookup_id")
		.where("id", "=", (query) =>
			query.selectFrom("pending_cards").select("customer_id").where("transaction_id", "=", transactionId),
		)
		.forUpdate()
		.executeTakeFirst();
	if (customer === undefined) return undefined;
	const { rows } = await sql<Omit<PendingCard, "customer_lookup_id">>`
		select pending_cards.*, transactions.status, transactions.network_transaction_id
		from pending_cards
		left join transactions using (transaction_id)
		where transaction_id = ${transactionId}`.execute(transaction);
	const [pending] = rows;
	return pending && { ...pending, customer_lookup_id: customer.lookup_id };
}

export async function deletePendingCard(transaction: Database, transactionId: string): Promise<void> {
	await transaction.deleteFrom("pending_cards").where("transaction_id", "=", transactionId).execute();
}

/** Returns the ids of stored and pending cards. */
export async function findCardIdsOf(transaction: Database, customerId: number): Promise<string[]> {
	const stored = transaction.selectFrom("cards").select("lookup_id").where("customer_id", "=", customerId);
	const pending = transaction
		.selectFrom("pending_cards")
		.select("card_lookup_id as lookup_id")
		.where("customer_id", "=", customerId);
	const rows = await stored.union(pending).execute();
	return rows.map(({ lookup_id }) => lookup_id);
}

/** Tells whether a card is stored, or pending with another charge. */
export async function isCardWanted(transaction: Database, cardLookupId: string): Promise<boolean> {
	const { wanted } = await transaction
		.selectNoFrom((row) =>
			row
				.or([
					row.exists(row.selectFrom("cards").select("id").where("lookup_id", "=", cardLookupId)),
					row.exists(
						row.selectFrom("pending_cards").select("pending_since").where("card_lookup_id", "=", cardLookupId),
					),
				])
				.as("wanted"),
		)
		.executeTakeFirstOrThrow();
	return Boolean(wanted);
}

/** Deletes a deleted card's pending copies, which a later outcome would restore. */
export async function deletePendingCopies(transaction: Database, cardLookupId: string): Promise<void> {
	await transaction.deleteFrom("pending_cards").where("card_lookup_id", "=", cardLookupId).execute();
}

/**
 * Finds pending cards whose charge has an outcome or was never written.
 *
 * @param pendingBefore real time, ms since 1970
 */
export async function findOrphanedCards(
	database: Database,
	pendingBefore: number,
): Promise<{ transactionId: string; merchantId: number; customerLookupId: string }[]> {
	const { rows } = await sql<{ transactionId: string; merchantId: number; customerLookupId: string }>`
		select pending.transaction_id as "transactionId", customers.merchant_id as "merchantId",
			customers.lookup_id as "customerLookupId"
		from pending_cards as pending
		join customers on customers.id = pending.customer_id
		left join transactions using (transaction_id)
		where pending_since < ${pendingBefore} and transactions.status is distinct from 'PENDING'
		limit 100`.execute(database);
	return rows;
}
