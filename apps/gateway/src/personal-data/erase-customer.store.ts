import type { Customer, CustomerKey } from "@cardseal/customers";
import type { Database } from "@cardseal/platform/db";
import { sql } from "kysely";
import { erasedColumns } from "./erased-columns.store.ts";
import { personalData } from "./personal-columns.ts";

export async function lockAnyCustomer(
	transaction: Database,
	merchantId: number,
	lookupId: string,
): Promise<Customer | undefined> {
	return transaction
		.selectFrom("customers")
		.selectAll()
		.where("lookup_id", "=", lookupId)
		.where("merchant_id", "=", merchantId)
		.forUpdate()
		.executeTakeFirst();
}

const openBusiness = personalData.flatMap(({ open }) => [...open]);

/** Returns why the customer cannot be erased yet, if money may still move. */
export async function findOpenBusiness(transaction: Database, customer: CustomerKey): Promise<string | undefined> {
	const queries = openBusiness.map(
		({ rows, refusal }) => sql`select ${refusal}::text as refusal where exists (${rows(customer)})`,
	);
	const { rows } = await sql<{ refusal: string }>`${sql.join(queries, sql` union all `)} limit 1`.execute(transaction);
	return rows[0]?.refusal;
}

/** Includes cards that wait for their charge. Returns ids of the vault. */
export async function deleteAllCards(transaction: Database, { id }: CustomerKey): Promise<string[]> {
	const stored = await transaction.deleteFrom("cards").where("customer_id", "=", id).returning("lookup_id").execute();
	const pending = await transaction
		.deleteFrom("pending_cards")
		.where("customer_id", "=", id)
		.returning("card_lookup_id")
		.execute();
	const ids = stored.map(({ lookup_id }) => lookup_id);
	await transaction
		.deleteFrom("expiry_notices")
		.where("card_lookup_id", "=", sql<string>`any(${ids}::text[])`)
		.execute();
	return [...new Set([...ids, ...pending.map(({ card_lookup_id }) => card_lookup_id)])];
}

/** `now` is the real time from which copies elsewhere are searched for. */
export async function eraseProfile(
	transaction: Database,
	{ id, merchantId, lookupId }: CustomerKey,
	now: number,
): Promise<Customer> {
	const subscriptions = erasedColumns("subscriptions");
	await sql`
		update subscriptions set ${subscriptions.assignments}
		where merchant_id = ${merchantId} and customer_id = ${id} and ${subscriptions.hasAny}`.execute(transaction);
	const links = erasedColumns("payment_links");
	await sql`
		update payment_links set ${links.assignments}
		where merchant_id = ${merchantId} and customer_lookup_id = ${lookupId} and ${links.hasAny}`.execute(transaction);
	await sql`
		update customers set ${erasedColumns("customers").assignments}, erased_at = ${now}::bigint, erasure_due_at = ${now}::bigint
		where id = ${id}`.execute(transaction);
	return transaction.selectFrom("customers").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** The sandbox has a thousand mails at most. */
export async function deleteStoredMails(transaction: Database, { id, merchantId }: CustomerKey): Promise<void> {
	await sql`
		delete from mailbox where lower(to_address) in (
			select lower(email) from customers where id = ${id}
			union all
			select lower(email) from subscriptions where merchant_id = ${merchantId} and customer_id = ${id}
		)`.execute(transaction);
}

export interface DueErasure extends CustomerKey {
	erasedAt: number;
}

/**
 * @param now real time, ms since 1970
 * @param claimedUntil real time from which another gateway may claim it
 */
export async function claimErasure(
	database: Database,
	{ now, claimedUntil }: { now: number; claimedUntil: number },
): Promise<DueErasure | undefined> {
	const { rows } = await sql<DueErasure>`
		update customers set erasure_due_at = ${claimedUntil}::bigint
		where id = (
			select id from customers where erasure_due_at <= ${now}::bigint order by erasure_due_at limit 1 for update skip locked
		)
		returning id, merchant_id as "merchantId", lookup_id as "lookupId", erased_at as "erasedAt"`.execute(database);
	return rows[0];
}

/** `null`: never. */
export async function setErasureDue(database: Database, id: number, dueAt: number | null): Promise<void> {
	await database.updateTable("customers").set({ erasure_due_at: dueAt }).where("id", "=", id).execute();
}
