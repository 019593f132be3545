import type { Insertable, SelectQueryBuilder, Updateable } from "kysely";
import type { Customer } from "../customers/tables.ts";
import type { Database } from "../db/database.ts";
import type { GatewayTables } from "../db/schema.ts";
import type { SubscriptionStatus } from "./status.ts";
import type { Subscription } from "./tables.ts";

/** A subscription with the id that its plan has in paths. */
export type SubscriptionWithPlan = Subscription & { plan_lookup_id: string };

/** Which subscriptions of a customer are shown: all in one of these statuses, and of the others the newest, so many at most. */
export interface Shown {
	statuses: readonly SubscriptionStatus[];
	maximumOthers: number;
}

/** The subscriptions of some of a merchant's customers that are shown, each customer's oldest first. */
export async function findSubscriptionsOf(
	database: Database,
	merchantId: number,
	customerIds: number[],
	shown: Shown,
): Promise<SubscriptionWithPlan[]> {
	if (customerIds.length === 0) return [];
	return database
		.selectFrom("subscriptions")
		.innerJoin("plans", "plans.id", "subscriptions.plan_id")
		.selectAll("subscriptions")
		.select("plans.lookup_id as plan_lookup_id")
		.where("subscriptions.merchant_id", "=", merchantId)
		.where("subscriptions.customer_id", "in", customerIds)
		.where(({ or, eb, selectFrom }) =>
			or([
				eb("subscriptions.status", "in", [...shown.statuses]),
				eb("subscriptions.id", "in", newestOthers(selectFrom("customers"), customerIds, shown)),
			]),
		)
		.orderBy("subscriptions.id")
		.execute();
}

type Customers = SelectQueryBuilder<GatewayTables, "customers", object>;

/** The row ids of each customer's newest that are in none of the statuses. */
function newestOthers(customers: Customers, customerIds: number[], { statuses, maximumOthers }: Shown) {
	return customers
		.innerJoinLateral(
			({ selectFrom }) =>
				selectFrom("subscriptions as one")
					.select("one.id")
					.whereRef("one.merchant_id", "=", "customers.merchant_id")
					.whereRef("one.customer_id", "=", "customers.id")
					.where("one.status", "not in", [...statuses])
					.orderBy("one.id", "desc")
					.limit(maximumOthers)
					.as("others"),
			(join) => join.onTrue(),
		)
		.select("others.id")
		.where("customers.id", "in", customerIds);
}

/** How many subscriptions a customer has in some statuses. */
export async function countSubscriptions(
	transaction: Database,
	{ id, merchant_id: merchantId }: Customer,
	statuses: readonly SubscriptionStatus[],
): Promise<number> {
	const { count } = await transaction
		.selectFrom("subscriptions")
		.select((row) => row.fn.countAll<number>().as("count"))
		.where("merchant_id", "=", merchantId)
		.where("customer_id", "=", id)
		.where("status", "in", [...statuses])
		.executeTakeFirstOrThrow();
	return count;
}

/** @returns its row id */
export async function insertSubscription(
	transaction: Database,
	subscription: Insertable<GatewayTables["subscriptions"]>,
): Promise<{ id: number }> {
	return transaction.insertInto("subscriptions").values(subscription).returning("id").executeTakeFirstOrThrow();
}

/**
 * A customer's subscription, locked until the transaction ends. Billing opens no attempt without this lock, so what is
 * stopped here is not charged after the transaction.
 */
export async function lockSubscription(
	transaction: Database,
	customerId: number,
	lookupId: string,
): Promise<Subscription | undefined> {
	return transaction
		.selectFrom("subscriptions")
		.selectAll()
		.where("lookup_id", "=", lookupId)
		.where("customer_id", "=", customerId)
		.forUpdate()
		.executeTakeFirst();
}

export async function updateSubscription(
	transaction: Database,
	id: number,
	changes: Updateable<GatewayTables["subscriptions"]>,
): Promise<void> {
	if (Object.keys(changes).length === 0) return;
	await transaction.updateTable("subscriptions").set(changes).where("id", "=", id).execute();
}

/** Whether an attempt to charge it is under way still. */
export async function isAttemptInFlight(database: Database, id: number, transactionId: string): Promise<boolean> {
	const inFlight = await database
		.selectFrom("subscriptions")
		.select("id")
		.where("id", "=", id)
		.where("charging_transaction_id", "=", transactionId)
		.executeTakeFirst();
	return inFlight !== undefined;
}

/** Whether a subscription in one of some statuses bills a card. */
export async function isCardInUse(
	transaction: Database,
	cardLookupId: string,
	statuses: readonly SubscriptionStatus[],
): Promise<boolean> {
	const billed = await transaction
		.selectFrom("subscriptions")
		.select("id")
		.where("card_lookup_id", "=", cardLookupId)
		.where("status", "in", [...statuses])
		.limit(1)
		.executeTakeFirst();
	return billed !== undefined;
}
