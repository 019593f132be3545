import type { Database } from "@cardseal/platform/db";
import { type RawBuilder, sql } from "kysely";
import type { Plan } from "../tables.ts";

// Includes deleted plans, which still have subscriptions.

function selectPlan(database: Database, merchantId: number, lookupId: string) {
	return database
		.selectFrom("plans")
		.selectAll()
		.where("lookup_id", "=", lookupId)
		.where("merchant_id", "=", merchantId);
}

export function findAnyPlan(database: Database, merchantId: number, lookupId: string): Promise<Plan | undefined> {
	return selectPlan(database, merchantId, lookupId).executeTakeFirst();
}

/** Locks a plan while its terms are copied. Lock customers and subscriptions first. */
export function lockPlan(transaction: Database, merchantId: number, lookupId: string): Promise<Plan | undefined> {
	return selectPlan(transaction, merchantId, lookupId).forNoKeyUpdate().executeTakeFirst();
}

/** Locks two plans, by id, to avoid deadlocks. Lock customers and subscriptions first. */
export async function lockPlans(
	transaction: Database,
	merchantId: number,
	{ lookupId, id }: { lookupId: string; id: number },
): Promise<Plan[]> {
	return transaction
		.selectFrom("plans")
		.selectAll()
		.where("merchant_id", "=", merchantId)
		.where((plan) => plan.or([plan("lookup_id", "=", lookupId), plan("id", "=", id)]))
		.orderBy("id")
		.forNoKeyUpdate()
		.execute();
}

/** Counts may be negative. */
export interface CountChange {
	total: number;
	current: number;
}

export async function changeCounts(
	transaction: Database,
	planId: number,
	{ total, current }: CountChange,
): Promise<void> {
	if (total === 0 && current === 0) return;
	await transaction
		.updateTable("plans")
		.set({
			total_subscriptions: sql`total_subscriptions + ${total}`,
			current_subscriptions: sql`current_subscriptions + ${current}`,
		})
		.where("id", "=", planId)
		.execute();
}

/** Selects the wanted plans and subscriptions, for the audit log. */
export function namedSubscriptions(merchantId: number): RawBuilder<unknown> {
	return sql`
		select lookup_id, name from plans join wanted using (lookup_id) where merchant_id = ${merchantId}
		union all select lookup_id, name from subscriptions join wanted using (lookup_id) where merchant_id = ${merchantId}`;
}
