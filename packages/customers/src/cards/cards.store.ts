import { type Database, deleteInSlices } from "@cardseal/platform/db";
import type { GatewayTables } from "@cardseal/platform/tables";
import type { Card, CardQuery, UsedToken } from "@cardseal/vault";
import { CompiledQuery, type Insertable, sql } from "kysely";
import type { Customer, StoredCard } from "../tables.ts";
import type { Expiry } from "./read-card.ts";

export async function readCardRow(database: Database, lookupId: string): Promise<StoredCard> {
	return database.selectFrom("cards").selectAll().where("lookup_id", "=", lookupId).executeTakeFirstOrThrow();
}

/** Returns each customer's oldest first. */
export async function findCardsOf(database: Database, customerIds: number[]): Promise<StoredCard[]> {
	if (customerIds.length === 0) return [];
	return database.selectFrom("cards").selectAll().where("customer_id", "in", customerIds).orderBy("id").execute();
}

export async function findCardHolder(
	database: Database,
	merchantId: number,
	cardLookupId: string,
): Promise<string | undefined> {
	const { rows } = await sql<{ holder: string }>`
		select customers.lookup_id as holder from cards join customers on customers.id = cards.customer_id
		where cards.lookup_id = ${cardLookupId} and cards.merchant_id = ${merchantId}`.execute(database);
	return rows[0]?.holder;
}

/** Names a card by lookup id, or the default card. */
export interface WantedChargeableCard {
	merchantId: number;
	customerLookupId: string;
	cardLookupId: string | undefined;
}

/** Lacks `stored` without such a card, and `card` if the number was deleted. */
export interface CustomerWithCard {
	customer: Customer;
	stored: StoredCard | null;
	card: Card | undefined;
}

export const chargeableCards: CardQuery<WantedChargeableCard, Omit<CustomerWithCard, "card">> = {
	name: "find-chargeable-cards",
	select: `
		select wanted.place, row_to_json(customer) as customer, row_to_json(stored) as stored, stored.lookup_id as card_id,
			customer.merchant_id as card_merchant_id, customer.id as card_customer_id
		from unnest($1::bigint[], $2::text[], $3::text[]) with ordinality
			as wanted (merchant_id, customer_lookup_id, card_lookup_id, place)
		join customers as customer
			on customer.lookup_id = wanted.customer_lookup_id and customer.merchant_id = wanted.merchant_id
				and customer.erased_at is null
		left join cards as stored
			on stored.customer_id = customer.id and coalesce(stored.lookup_id = wanted.card_lookup_id, stored.is_default)`,
	parametersOf: (wanted) => [
		wanted.map(({ merchantId }) => merchantId),
		wanted.map(({ customerLookupId }) => customerLookupId),
		wanted.map(({ cardLookupId }) => cardLookupId ?? null),
	],
	detailsOf({ stored }) {
		if (stored === null) throw new Error("A card was found without its details.");
		return { brand: stored.card_type, expiryMonth: stored.expiry_month, expiryYear: stored.expiry_year };
	},
};

/**
 * Updates an existing card's expiry and network id.
 *
 * @param pendingSince real time; a pending card's expiry replaces that of earlier pending copies
 */
export async function upsertCard(
	transaction: Database,
	card: Insertable<GatewayTables["cards"]>,
	pendingSince: number | undefined,
): Promise<void> {
	await transaction
		.insertInto("cards")
		.values(card)
		.onConflict((conflict) =>
			conflict.column("lookup_id").doUpdateSet((row) => ({
				expiry_month: card.expiry_month,
				expiry_year: card.expiry_year,
				network_transaction_id: row.fn.coalesce("excluded.network_transaction_id", "cards.network_transaction_id"),
			})),
		)
		.execute();
	const expiry = { expiryMonth: card.expiry_month, expiryYear: card.expiry_year };
	await setPendingExpiry(transaction, card.lookup_id, expiry, pendingSince);
}

export interface FirstNetworkId {
	cardLookupId: string;
	networkTransactionId: string;
}

/** Stores the ids of first charges; a card's first id stays. */
export async function keepNetworkIds(database: Database, ids: FirstNetworkId[]): Promise<void> {
	const parameters = [ids.map((id) => id.cardLookupId), ids.map((id) => id.networkTransactionId)];
	await database.executeQuery(CompiledQuery.raw(keepStatement, parameters));
}

const keepStatement = `
	/* prepare: keep-network-ids */
	update cards set network_transaction_id = given.network_transaction_id
	from unnest($1::text[], $2::text[]) as given (lookup_id, network_transaction_id)
	where cards.lookup_id = given.lookup_id and cards.network_transaction_id is null`;

/** Returns the former default card. */
export async function setDefaultCard(
	transaction: Database,
	customerId: number,
	cardId: number,
): Promise<StoredCard | undefined> {
	// PostgreSQL checks the unique index of defaults row by row.
	const former = await transaction
		.updateTable("cards")
		.set({ is_default: false })
		.where("customer_id", "=", customerId)
		.where("is_default", "=", true)
		.returningAll()
		.executeTakeFirst();
	await transaction.updateTable("cards").set({ is_default: true }).where("id", "=", cardId).execute();
	return former;
}

export async function describeCard(transaction: Database, cardId: number, description: string | null): Promise<void> {
	await transaction.updateTable("cards").set({ description }).where("id", "=", cardId).execute();
}

export async function setExpiry(transaction: Database, lookupId: string, expiry: Expiry): Promise<void> {
	await transaction
		.updateTable("cards")
		.set({ expiry_month: expiry.expiryMonth, expiry_year: expiry.expiryYear })
		.where("lookup_id", "=", lookupId)
		.execute();
	await setPendingExpiry(transaction, lookupId, expiry);
}

/** Changes older pending copies too: a charge approved later must not bring back the former expiry. */
async function setPendingExpiry(
	transaction: Database,
	lookupId: string,
	expiry: Expiry,
	before = Number.MAX_SAFE_INTEGER,
): Promise<void> {
	await transaction
		.updateTable("pending_cards")
		.set({ expiry_month: expiry.expiryMonth, expiry_year: expiry.expiryYear })
		.where("card_lookup_id", "=", lookupId)
		.where("pending_since", "<", before)
		.execute();
}

export async function deleteCardRow(transaction: Database, cardId: number): Promise<void> {
	await transaction.deleteFrom("cards").where("id", "=", cardId).execute();
}

/** Returns `false` if this token or another of its session was used. */
export async function recordTokenUse(
	database: Database,
	{ fingerprint, expiresAt, sessionId }: UsedToken,
): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await database
		.insertInto("used_card_tokens")
		.values({ fingerprint, expires_at: expiresAt, session_id: sessionId ?? null })
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirstOrThrow();
	return numInsertedOrUpdatedRows === 1n;
}

/** Deletes tokens that no gateway's clock takes for fresh. */
export async function deleteOldTokenUses(database: Database, now: number): Promise<void> {
	await deleteInSlices(database, "used_card_tokens", sql`expires_at < ${now}`);
}
