import { type Insertable, type Selectable, sql } from "kysely";
import type { Database } from "../../db/database.ts";
import type { GatewayTables } from "../../db/schema.ts";
import type { PendingCardsTable } from "../tables.ts";

/** A held card and what became of its charge; a charge that was never written down has no status. */
export type PendingCard = Selectable<PendingCardsTable> & {
	status: GatewayTables["transactions"]["status"] | null;
	customer_lookup_id: string;
};

export async function insertPendingCard(transaction: Database, held: Insertable<PendingCardsTable>): Promise<void> {
	await transaction.insertInto("pending_cards").values(held).execute();
}

/**
 * A held card with its customer locked until the database transaction ends, as whoever changes a customer's cards has
 * it. `undefined` when it was settled before.
 */
export async function lockPendingCard(transaction: Database, transactionId: string): Promise<PendingCard | undefined> {
	const customer = await transaction
		.selectFrom("customers")
		.select("lookup_id")
		.where("id", "=", (held) =>
			held.selectFrom("pending_cards").select("customer_id").where("transaction_id", "=", transactionId),
		)
		.forUpdate()
		.executeTakeFirst();
	if (customer === undefined) return undefined;
	const held = await transaction
		.selectFrom("pending_cards")
		.leftJoin("transactions", "transactions.transaction_id", "pending_cards.transaction_id")
		.selectAll("pending_cards")
		.select("transactions.status")
		.where("pending_cards.transaction_id", "=", transactionId)
		.executeTakeFirst();
	return held && { ...held, customer_lookup_id: customer.lookup_id };
}

export async function deletePendingCard(transaction: Database, transactionId: string): Promise<void> {
	await transaction.deleteFrom("pending_cards").where("transaction_id", "=", transactionId).execute();
}

/** Whether a card is among its customer's, or another charge holds it. */
export async function isCardWanted(transaction: Database, cardLookupId: string): Promise<boolean> {
	const { wanted } = await transaction
		.selectNoFrom((row) =>
			row
				.or([
					row.exists(row.selectFrom("cards").select("id").where("lookup_id", "=", cardLookupId)),
					row.exists(row.selectFrom("pending_cards").select("held_at").where("card_lookup_id", "=", cardLookupId)),
				])
				.as("wanted"),
		)
		.executeTakeFirstOrThrow();
	return Boolean(wanted);
}

/** Forgets what charges hold of a card that its customer deletes: it must not come back with their outcome. */
export async function deleteHoldsOfCard(transaction: Database, cardLookupId: string): Promise<void> {
	await transaction.deleteFrom("pending_cards").where("card_lookup_id", "=", cardLookupId).execute();
}

/** Charges whose held cards nobody has settled although they could be. `heldBefore` is real time, ms since 1970. */
export async function findOrphanedCards(
	database: Database,
	heldBefore: number,
): Promise<{ transactionId: string; customerLookupId: string }[]> {
	return database
		.selectFrom("pending_cards")
		.innerJoin("customers", "customers.id", "pending_cards.customer_id")
		.leftJoin("transactions", "transactions.transaction_id", "pending_cards.transaction_id")
		.select(["pending_cards.transaction_id as transactionId", "customers.lookup_id as customerLookupId"])
		.where("held_at", "<", heldBefore)
		.where(sql<boolean>`transactions.status is distinct from 'PENDING'`)
		.limit(100)
		.execute();
}
