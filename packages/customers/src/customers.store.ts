import type { Database } from "@cardseal/platform/db";
import type { GatewayTables } from "@cardseal/platform/tables";
import { type Insertable, sql, type Updateable } from "kysely";
import type { Customer } from "./tables.ts";

export type NewCustomer = Insertable<GatewayTables["customers"]>;

export async function insertCustomer(database: Database, customer: NewCustomer): Promise<Customer> {
	return database.insertInto("customers").values(customer).returningAll().executeTakeFirstOrThrow();
}

export async function findCustomer(
	database: Database,
	merchantId: number,
	lookupId: string,
): Promise<Customer | undefined> {
	return selectCustomer(database, merchantId, lookupId).executeTakeFirst();
}

/** Finds the newest first. Compares addresses without case. */
export async function findCustomersByEmail(
	database: Database,
	{ merchantId, email, limit }: { merchantId: number; email: string; limit: number },
): Promise<Customer[]> {
	return (
		database
			.selectFrom("customers")
			.selectAll()
			.where("merchant_id", "=", merchantId)
			.where(sql<string>`lower(email)`, "=", sql<string>`lower(${email})`)
			.where("erased_at", "is", null)
			// A payment link makes a customer for any address; a card tells more.
			.orderBy(sql`exists (select from cards where customer_id = customers.id)`, "desc")
			.orderBy("created_at", "desc")
			.orderBy("id", "desc")
			.limit(limit)
			.execute()
	);
}

/** Locks a customer until the transaction ends. All changes of a customer and its cards serialise on this lock. */
export async function lockCustomer(
	transaction: Database,
	merchantId: number,
	lookupId: string,
): Promise<Customer | undefined> {
	return selectCustomer(transaction, merchantId, lookupId).forUpdate().executeTakeFirst();
}

/** Leaves out erased customers, whose rows only hold payments together. */
function selectCustomer(database: Database, merchantId: number, lookupId: string) {
	return database
		.selectFrom("customers")
		.selectAll()
		.where("lookup_id", "=", lookupId)
		.where("merchant_id", "=", merchantId)
		.where("erased_at", "is", null);
}

export async function updateCustomer(
	database: Database,
	id: number,
	changes: Updateable<GatewayTables["customers"]>,
): Promise<void> {
	if (Object.keys(changes).length === 0) return;
	await database.updateTable("customers").set(changes).where("id", "=", id).execute();
}
