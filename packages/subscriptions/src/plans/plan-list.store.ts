import { type Database, listNewestFirst, type PageRequest, type TextMatch, textFilter } from "@cardseal/platform/db";
import { hasMetadata, type Metadata } from "@cardseal/platform/metadata";
import { type RawBuilder, sql } from "kysely";
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
	const own = { table: "plans" as const, scope: sql`merchant_id = ${filters.merchantId} and deleted_at is null` };
	const unindexed = [
		...when(filters.frequency, (frequency) => sql`frequency = ${frequency}`),
		...when(filters.minimumCents, (cents) => sql`amount_cents >= ${cents}::bigint`),
		...when(filters.maximumCents, (cents) => sql`amount_cents <= ${cents}::bigint`),
		...when(filters.totalAtMost, (count) => sql`total_subscriptions <= ${count}::bigint`),
		...when(filters.totalAtLeast, (count) => sql`total_subscriptions >= ${count}::bigint`),
		...when(filters.currentAtMost, (count) => sql`current_subscriptions <= ${count}::bigint`),
		...when(filters.currentAtLeast, (count) => sql`current_subscriptions >= ${count}::bigint`),
		...Object.entries(filters.metadata ?? {}).map(([key, value]) => hasMetadata(key, value)),
	];
	return listNewestFirst(database, {
		...own,
		merchantId: filters.merchantId,
		page,
		filters: [...textFilter(own, "name", filters.name, filters.textMatch), ...unindexed.map((keeps) => ({ keeps }))],
	});
}

function when<Value>(
	value: Value | undefined,
	condition: (value: Value) => RawBuilder<unknown>,
): RawBuilder<unknown>[] {
	return value === undefined ? [] : [condition(value)];
}
