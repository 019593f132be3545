import type { Customer } from "@cardseal/customers";
import type { Database } from "@cardseal/platform/db";
import type { GatewayTables } from "@cardseal/platform/tables";
import { type Insertable, type SelectQueryBuilder, sql, type Updateable } from "kysely";
import type { SubscriptionStatus } from "./status.ts";
import type { Subscription } from "./tables.ts";

/** The columns that the lifecycle changes, with their types. */
export const lifecycleColumns = {
	status: "text",
	next_period: "integer",
	open_period: "integer",
	failed_attempts: "integer",
	unplanned_attempts: "integer",
	not_received_attempts: "integer",
	completed_cycles: "integer",
	is_reactivating: "boolean",
	planned_run: "bigint",
	suspended_reason: "text",
	next_run: "bigint",
	last_run: "bigint",
	last_success: "bigint",
	credit_cents: "bigint",
	paid_from: "bigint",
	paid_until: "bigint",
	paid_cents: "bigint",
	paid_transaction_id: "text",
	paid_back_cents: "bigint",
} as const satisfies Partial<Record<keyof Subscription, string>>;

const columnNames = Object.keys({
	id: true,
	lookup_id: true,
	merchant_id: true,
	customer_id: true,
	plan_id: true,
	card_lookup_id: true,
	name: true,
	amount_cents: true,
	amount_from_period: true,
	former_amount_cents: true,
	currency: true,
	frequency: true,
	number_of_payments: true,
	send_receipt: true,
	trial_days: true,
	setup_fee_cents: true,
	quantity: true,
	time_zone: true,
	email: true,
	bcc_emails: true,
	description: true,
	metadata: true,
	start_date: true,
	billing_anchor: true,
	anchor_period: true,
	charging_transaction_id: true,
	charging_fingerprint: true,
	claimed_until: true,
	renewal_failures: true,
	created_at: true,
	...lifecycleColumns,
} satisfies Record<keyof Subscription, unknown>);

/** PostgreSQL refuses a prepared statement whose result a new column would change. */
export function subscriptionColumns(table: string): string {
	return columnNames.map((name) => `${table}.${name}`).join(", ");
}

export type SubscriptionWithPlan = Subscription & { plan_lookup_id: string };

/** All subscriptions with these statuses, and the newest others. */
export interface Shown {
	statuses: readonly SubscriptionStatus[];
	maximumOthers: number;
}

function selectWithPlan(database: Database) {
	return database
		.selectFrom("subscriptions")
		.innerJoin("plans", "plans.id", "subscriptions.plan_id")
		.selectAll("subscriptions")
		.select("plans.lookup_id as plan_lookup_id");
}

/** Finds each customer's oldest first. */
export async function findSubscriptionsOf(
	database: Database,
	merchantId: number,
	customerIds: number[],
	shown: Shown,
): Promise<SubscriptionWithPlan[]> {
	if (customerIds.length === 0) return [];
	return selectWithPlan(database)
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

export async function findSubscription(
	database: Database,
	customerId: number,
	lookupId: string,
): Promise<SubscriptionWithPlan | undefined> {
	return selectWithPlan(database)
		.where("subscriptions.lookup_id", "=", lookupId)
		.where("subscriptions.customer_id", "=", customerId)
		.executeTakeFirst();
}

export async function findSubscriptionRow(
	database: Database,
	merchantId: number,
	lookupId: string,
): Promise<number | undefined> {
	const row = await database
		.selectFrom("subscriptions")
		.select("id")
		.where("merchant_id", "=", merchantId)
		.where("lookup_id", "=", lookupId)
		.executeTakeFirst();
	return row?.id;
}

export async function findRenewed(
	database: Database,
	merchantId: number,
	transactionId: string,
): Promise<{ lookup_id: string; name: string } | undefined> {
	return database
		.selectFrom("renewal_attempts")
		.innerJoin("subscriptions", "subscriptions.id", "renewal_attempts.subscription_id")
		.select(["subscriptions.lookup_id", "subscriptions.name"])
		.where("renewal_attempts.transaction_id", "=", transactionId)
		.where("subscriptions.merchant_id", "=", merchantId)
		.executeTakeFirst();
}

export interface SubscriptionWithOwners extends SubscriptionWithPlan {
	customer_lookup_id: string;
}

export async function readWithOwners(database: Database, ids: number[]): Promise<SubscriptionWithOwners[]> {
	return selectWithPlan(database)
		.innerJoin("customers", "customers.id", "subscriptions.customer_id")
		.select("customers.lookup_id as customer_lookup_id")
		.where("subscriptions.id", "=", sql<number>`any(${ids}::bigint[])`)
		.execute();
}

type Customers = SelectQueryBuilder<GatewayTables, "customers", object>;

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

export async function insertSubscription(
	transaction: Database,
	subscription: Insertable<GatewayTables["subscriptions"]>,
): Promise<{ id: number }> {
	return transaction.insertInto("subscriptions").values(subscription).returning("id").executeTakeFirstOrThrow();
}

/** Starting an attempt takes the same lock, so a stopped subscription is not charged afterwards. */
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

/** @throws Problem 404, the same for another customer's and an unknown one */
export function getSubscription(database: Database, id: number): Promise<Subscription> {
	return database.selectFrom("subscriptions").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

export async function isAttemptInFlight(database: Database, id: number, transactionId: string): Promise<boolean> {
	const inFlight = await database
		.selectFrom("subscriptions")
		.select("id")
		.where("id", "=", id)
		.where("charging_transaction_id", "=", transactionId)
		.executeTakeFirst();
	return inFlight !== undefined;
}

/** Includes all merchants. */
export function findByLookupId(database: Database, lookupId: string): Promise<Subscription | undefined> {
	return database.selectFrom("subscriptions").selectAll().where("lookup_id", "=", lookupId).executeTakeFirst();
}

/** Returns the lookup ids of subscriptions that charge a card. */
export async function findByCard(
	database: Database,
	cardLookupId: string,
	statuses: readonly SubscriptionStatus[],
): Promise<string[]> {
	const rows = await database
		.selectFrom("subscriptions")
		.select("lookup_id")
		.where("card_lookup_id", "=", cardLookupId)
		.where("status", "in", [...statuses])
		.execute();
	return rows.map(({ lookup_id }) => lookup_id);
}

/** Checks for a subscription with one of these statuses. */
export async function isCardInUse(
	transaction: Database,
	cardLookupId: string,
	statuses: readonly SubscriptionStatus[],
): Promise<boolean> {
	return (await findByCard(transaction, cardLookupId, statuses)).length > 0;
}
