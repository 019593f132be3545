import type { Insertable } from "kysely";
import type { Database } from "../db/database.ts";
import type { GatewayTables, StoredCard } from "../db/schema.ts";

/** The cards of some customers, each customer's oldest first. */
export async function findCardsOf(database: Database, customerIds: number[]): Promise<StoredCard[]> {
	if (customerIds.length === 0) return [];
	return database.selectFrom("cards").selectAll().where("customer_id", "in", customerIds).orderBy("id").execute();
}

/** One of a customer's cards by its lookup id, or the default one. */
export async function findChargeableCard(
	database: Database,
	customerId: number,
	lookupId: string | undefined,
): Promise<StoredCard | undefined> {
	const cards = database.selectFrom("cards").selectAll().where("customer_id", "=", customerId);
	const chosen =
		lookupId === undefined ? cards.where("is_default", "=", true) : cards.where("lookup_id", "=", lookupId);
	return chosen.executeTakeFirst();
}

/** Writes a card down, or the new expiry of one that stands already. */
export async function upsertCard(transaction: Database, card: Insertable<GatewayTables["cards"]>): Promise<void> {
	await transaction
		.insertInto("cards")
		.values(card)
		.onConflict((conflict) =>
			conflict.column("lookup_id").doUpdateSet({ expiry_month: card.expiry_month, expiry_year: card.expiry_year }),
		)
		.execute();
}

/** Makes one card of a customer the default, and every other one not. */
export async function setDefaultCard(transaction: Database, customerId: number, cardId: number): Promise<void> {
	// In two steps: the index that allows one default a customer looks at every row as it changes.
	await transaction
		.updateTable("cards")
		.set({ is_default: false })
		.where("customer_id", "=", customerId)
		.where("is_default", "=", true)
		.execute();
	await transaction.updateTable("cards").set({ is_default: true }).where("id", "=", cardId).execute();
}

export async function describeCard(transaction: Database, cardId: number, description: string | null): Promise<void> {
	await transaction.updateTable("cards").set({ description }).where("id", "=", cardId).execute();
}

export async function deleteCardRow(transaction: Database, cardId: number): Promise<void> {
	await transaction.deleteFrom("cards").where("id", "=", cardId).execute();
}
