import type { Database } from "@cardseal/platform/db";
import { sql } from "kysely";
import type { Plan } from "../tables.ts";

// Includes deleted plans, which still have subscriptions.

export async function findPlanId(
	database: Database,
	merchantId: number,
	lookupId: string,
): Promise<number | undefined> {
	const plan = await database
		.selectFrom("plans")
		.select("id")
		.where("lookup_id", "=", lookupId)
		.where("merchant_id", "=", merchantId)
		.executeTakeFirst();
	return plan?.id;
}

export async function findAnyPlan(database: Database, merchantId: number, lookupId: string): Promise<Plan | undefined> {
	return database
		.selectFrom("plans")
		.selectAll()
		.where("lookup_id", "=", lookupId)
		.where("merchant_id", "=", merchantId)
		.executeTakeFirst();
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

/** Locks a plan while its terms are copied. Lock customers and subscriptions first. */
export async function lockPlan(transaction: Database, merchantId: number, lookupId: string): Promise<Plan | undefined> {
	return transaction
		.selectFrom("plans")
		.selectAll()
		.where("lookup_id", "=", lookupId)
		.where("merchant_id", "=", merchantId)
		.forNoKeyUpdate()
		.executeTakeFirst();
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
