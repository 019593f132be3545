import { sql } from "kysely";
import type { Customer } from "../customers/tables.ts";
import type { Database } from "../db/database.ts";
import { deleteInSlices } from "../db/delete-in-slices.ts";
import type { SubscriptionKey } from "./tables.ts";

/** A key that made a subscription before: what was asked for with it, and whose subscription that is. */
export interface UsedSubscriptionKey {
	fingerprint: Buffer;
	customer: Customer;
}

export async function findSubscriptionKey(
	database: Database,
	merchantId: number,
	key: string,
): Promise<UsedSubscriptionKey | undefined> {
	const row = await database
		.selectFrom("subscription_keys as used")
		.innerJoin("subscriptions", "subscriptions.id", "used.subscription_id")
		.innerJoin("customers", "customers.id", "subscriptions.customer_id")
		.selectAll("customers")
		.select("used.fingerprint")
		.where("used.merchant_id", "=", merchantId)
		.where("used.key", "=", key)
		.executeTakeFirst();
	if (row === undefined) return undefined;
	const { fingerprint, ...customer } = row;
	return { fingerprint, customer };
}

/** Writes down what a key made. `false` when it made something else before. */
export async function insertSubscriptionKey(transaction: Database, used: SubscriptionKey): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await transaction
		.insertInto("subscription_keys")
		.values(used)
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirstOrThrow();
	return numInsertedOrUpdatedRows === 1n;
}

/** Forgets keys used before `usedBefore`, real time in ms since 1970. */
export async function deleteOldSubscriptionKeys(database: Database, usedBefore: number): Promise<void> {
	await deleteInSlices(database, "subscription_keys", sql`created_at < ${usedBefore}`);
}
