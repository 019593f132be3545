import type { Database } from "@cardseal/platform/db";
import type { GatewayTables } from "@cardseal/platform/tables";
import type { Insertable } from "kysely";
import type { Plan } from "../tables.ts";

type NewPlan = Insertable<GatewayTables["plans"]>;

export type PlanTerms = Pick<
	Plan,
	| "name"
	| "amount_cents"
	| "quantity"
	| "trial_days"
	| "setup_fee_cents"
	| "currency"
	| "frequency"
	| "number_of_payments"
	| "send_receipt"
>;

interface PlanKey {
	merchantId: number;
	lookupId: string;
}

export function insertPlan(database: Database, plan: NewPlan): Promise<Plan> {
	return database.insertInto("plans").values(plan).returningAll().executeTakeFirstOrThrow();
}

export function findPlan(database: Database, { merchantId, lookupId }: PlanKey): Promise<Plan | undefined> {
	return database
		.selectFrom("plans")
		.selectAll()
		.where("lookup_id", "=", lookupId)
		.where("merchant_id", "=", merchantId)
		.where("deleted_at", "is", null)
		.executeTakeFirst();
}

/** Returns `undefined` for a missing or deleted plan. */
export function updatePlan(
	database: Database,
	{ merchantId, lookupId }: PlanKey,
	change: (PlanTerms & Pick<Plan, "metadata">) | { deleted_at: number },
): Promise<Plan | undefined> {
	return database
		.updateTable("plans")
		.set(change)
		.where("lookup_id", "=", lookupId)
		.where("merchant_id", "=", merchantId)
		.where("deleted_at", "is", null)
		.returningAll()
		.executeTakeFirst();
}
