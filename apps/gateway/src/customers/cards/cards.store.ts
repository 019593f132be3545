import { CompiledQuery, type Insertable } from "kysely";
import type { Database } from "../../db/database.ts";
import type { GatewayTables } from "../../db/schema.ts";
import type { Customer, StoredCard } from "../tables.ts";

/** The cards of some customers, each customer's oldest first. */
export async function findCardsOf(database: Database, customerIds: number[]): Promise<StoredCard[]> {
	if (customerIds.length === 0) return [];
	return database.selectFrom("cards").selectAll().where("customer_id", "in", customerIds).orderBy("id").execute();
}

/** The lookup id of the customer whose card it is. */
export async function findCardHolder(
	database: Database,
	merchantId: number,
	cardLookupId: string,
): Promise<string | undefined> {
	const holder = await database
		.selectFrom("cards")
		.innerJoin("customers", "customers.id", "cards.customer_id")
		.select("customers.lookup_id")
		.where("cards.lookup_id", "=", cardLookupId)
		.where("cards.merchant_id", "=", merchantId)
		.executeTakeFirst();
	return holder?.lookup_id;
}

/** A card to be charged: one of a customer's by its lookup id, or the default one. */
export interface WantedChargeableCard {
	merchantId: number;
	customerLookupId: string;
	cardLookupId: string | undefined;
}

/** What there is of it: no card where the customer has none such. */
export interface CustomerWithCard {
	customer: Customer;
	card: StoredCard | null;
}

const findStatement = `
	/* prepare: find-chargeable-cards */
	select wanted.place, row_to_json(customer) as customer, row_to_json(card) as card
	from unnest($1::bigint[], $2::text[], $3::text[]) with ordinality
		as wanted (merchant_id, customer_lookup_id, card_lookup_id, place)
	join customers as customer
		on customer.lookup_id = wanted.customer_lookup_id and customer.merchant_id = wanted.merchant_id
	left join cards as card
		on card.customer_id = customer.id and coalesce(card.lookup_id = wanted.card_lookup_id, card.is_default)`;

/** For each wanted card its customer and itself; `undefined` where the merchant has no such customer. */
export async function findChargeableCards(
	database: Database,
	wanted: WantedChargeableCard[],
): Promise<(CustomerWithCard | undefined)[]> {
	const parameters = [
		wanted.map(({ merchantId }) => merchantId),
		wanted.map(({ customerLookupId }) => customerLookupId),
		wanted.map(({ cardLookupId }) => cardLookupId ?? null),
	];
	const { rows } = await database.executeQuery<CustomerWithCard & { place: number }>(
		CompiledQuery.raw(findStatement, parameters),
	);
	const found = new Map(rows.map(({ place, ...row }) => [place, row]));
	return wanted.map((_wanted, index) => found.get(index + 1));
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
