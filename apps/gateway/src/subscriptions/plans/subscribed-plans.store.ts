import { sql } from "kysely";
import type { Database } from "../../db/database.ts";
import type { Plan } from "../tables.ts";

// Plans as their subscriptions know them: deleted ones too.

/** The row id of a merchant's plan, also of a deleted one. */
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

/**
 * A merchant's plan, also a deleted one, locked until the transaction ends: what is taken over from it is what it says
 * when that is written down. Take it after the locks of customers and subscriptions.
 */
export async function lockPlan(transaction: Database, merchantId: number, lookupId: string): Promise<Plan | undefined> {
	return transaction
		.selectFrom("plans")
		.selectAll()
		.where("lookup_id", "=", lookupId)
		.where("merchant_id", "=", merchantId)
		.forNoKeyUpdate()
		.executeTakeFirst();
}

/** What a change of subscriptions adds to the counts of their plan; negative to take away. */
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
