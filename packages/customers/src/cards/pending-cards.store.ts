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

export async function findCardIdsOf(transaction: Database, customerId: number): Promise<string[]> {
	const { rows } = await sql<{ id: string }>`
		select lookup_id as id from cards where customer_id = ${customerId}
		union select card_lookup_id from pending_cards where customer_id = ${customerId}`.execute(transaction);
	return rows.map(({ id }) => id);
}

/** Tells whether a card is stored, or pending with another charge. */
export async function isCardWanted(transaction: Database, cardLookupId: string): Promise<boolean> {
	const { rows } = await sql`
		select lookup_id from cards where lookup_id = ${cardLookupId}
		union all
		select card_lookup_id from pending_cards where card_lookup_id = ${cardLookupId}
		limit 1`.execute(transaction);
	return rows.length > 0;
}

/** Deletes a deleted card's pending copies, which a later outcome would restore. */
export async function deletePendingCopies(transaction: Database, cardLookupId: string): Promise<void> {
	await transaction.deleteFrom("pending_cards").where("card_lookup_id", "=", cardLookupId).execute();
}

export interface ChargeOfCard {
	transactionId: string;
	merchantId: number;
	customerLookupId: string;
}

/**
 * Finds pending cards whose charge has an outcome or was never written.
 *
 * @param pendingBefore real time, ms since 1970
 */
export async function findOrphanedCards(database: Database, pendingBefore: number): Promise<ChargeOfCard[]> {
	const { rows } = await sql<ChargeOfCard>`
		select pending.transaction_id as "transactionId", customers.merchant_id as "merchantId",
			customers.lookup_id as "customerLookupId"
		from pending_cards as pending
		join customers on customers.id = pending.customer_id
		left join transactions using (transaction_id)
		where pending_since < ${pendingBefore} and transactions.status is distinct from 'PENDING'
		limit 100`.execute(database);
	return rows;
}
