import { sql } from "kysely";
import type { Filter, NewestFirst } from "../db/newest-first.ts";
import type { Metadata } from "./metadata.ts";

/** Ignores case. */
export function hasMetadata(key: string, value: string) {
	return sql`lower(metadata ->> ${key}) = lower(${value})`;
}

/** Finds rows in `metadata_entries`, in the list's order. */
export function metadataFilters(
	{ table, scope }: Pick<NewestFirst, "table" | "scope">,
	metadata: Metadata | undefined,
): Filter[] {
	return Object.entries(metadata ?? {}).map(([key, value]) => {
		const ids = sql`
			select id, created_at from metadata_entries
			where ${scope} and subject = ${table} and key = ${key} and value = lower(${value})`;
		return { keeps: hasMetadata(key, value), index: { ids, isInOrder: true, isTable: true } };
	});
}
