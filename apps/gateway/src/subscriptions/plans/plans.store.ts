import type { Insertable } from "kysely";
import type { Database } from "../../db/database.ts";
import type { GatewayTables } from "../../db/schema.ts";
import type { Plan } from "../tables.ts";

type NewPlan = Insertable<GatewayTables["plans"]>;

/** What a request decides about a plan. */
export type PlanTerms = Pick<
	Plan,
	"name" | "amount_cents" | "currency" | "frequency" | "number_of_payments" | "send_receipt"
>;

/** A merchant's plan by its lookup id. */
interface PlanKey {
	merchantId: number;
	lookupId: string;
}

export function insertPlan(database: Database, plan: NewPlan): Promise<Plan> {
	return database.insertInto("plans").values(plan).returningAll().executeTakeFirstOrThrow();
}

/** A plan that one can subscribe to: not one that was deleted. */
export function findPlan(database: Database, { merchantId, lookupId }: PlanKey): Promise<Plan | undefined> {
	return database
		.selectFrom("plans")
		.selectAll()
		.where("lookup_id", "=", lookupId)
		.where("merchant_id", "=", merchantId)
		.where("deleted_at", "is", null)
		.executeTakeFirst();
}

/** The plan as it is after the change; `undefined` when there is none to change. */
export function updatePlan(
	database: Database,
	{ merchantId, lookupId }: PlanKey,
	change: PlanTerms | { deleted_at: number },
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
