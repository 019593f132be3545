import { sql } from "kysely";
import type { AllTables } from "./tables.ts";

/** The counts of every plan, the oldest plan first. */
export interface PlanCounts {
	plan: number;
	total: number;
	current: number;
}

/** As the plans' rows say. */
export async function countsOfPlans(database: AllTables): Promise<PlanCounts[]> {
	const { rows } = await sql<PlanCounts>`
		select id as plan, total_subscriptions as total, current_subscriptions as current
		from plans order by id`.execute(database);
	return rows;
}

/** The same, counted from the subscriptions that there are, by the words of the interface. */
export async function recountPlans(database: AllTables): Promise<PlanCounts[]> {
	const { rows } = await sql<PlanCounts>`
		select plans.id as plan, count(subscriptions.id) as total,
			count(subscriptions.id) filter (where status in ('ACTIVE', 'RETRY', 'SUSPENDED', 'PAUSED')) as current
		from plans left join subscriptions on plan_id = plans.id
		group by plans.id order by plans.id`.execute(database);
	return rows;
}
