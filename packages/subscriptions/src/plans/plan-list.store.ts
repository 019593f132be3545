import {
	type Database,
	listNewestFirst,
	type PageRequest,
	type TextMatch,
	textFilter,
	whenGiven,
} from "@cardseal/platform/db";
import { hasMetadata, type Metadata } from "@cardseal/platform/metadata";
import { sql } from "kysely";
import type { Plan } from "../tables.ts";
import type { Frequency } from "./frequency.ts";

/** Bounds are inclusive. */
export interface PlanFilters {
	merchantId: number;
	/** The comparison with the name; whole by default. */
	textMatch?: TextMatch | undefined;
	name?: string | undefined;
	frequency?: Frequency | undefined;
	minimumCents?: number | undefined;
	maximumCents?: number | undefined;
	totalAtMost?: number | undefined;
	totalAtLeast?: number | undefined;
	currentAtMost?: number | undefined;
	currentAtLeast?: number | undefined;
	metadata?: Metadata | undefined;
}

/** Counts have no index, which would slow each change of a subscription. */
export function listPlans(database: Database, filters: PlanFilters, page: PageRequest): Promise<Plan[]> {
	const { merchantId } = filters;
	const own = { table: "plans" as const, scope: sql`merchant_id = ${merchantId} and deleted_at is null` };
	return listNewestFirst(database, {
		...own,
		merchantId,
		page,
		filters: [
			...textFilter(own, "name", filters.name, filters.textMatch),
			...whenGiven(filters.frequency, (frequency) => sql`frequency = ${frequency}`),
			...whenGiven(filters.minimumCents, (cents) => sql`amount_cents >= ${cents}::bigint`),
			...whenGiven(filters.maximumCents, (cents) => sql`amount_cents <= ${cents}::bigint`),
			...whenGiven(filters.totalAtMost, (count) => sql`total_subscriptions <= ${count}::bigint`),
			...whenGiven(filters.totalAtLeast, (count) => sql`total_subscriptions >= ${count}::bigint`),
			...whenGiven(filters.currentAtMost, (count) => sql`current_subscriptions <= ${count}::bigint`),
			...whenGiven(filters.currentAtLeast, (count) => sql`current_subscriptions >= ${count}::bigint`),
			...Object.entries(filters.metadata ?? {}).map(([key, value]) => ({ keeps: hasMetadata(key, value) })),
		],
	});
}
