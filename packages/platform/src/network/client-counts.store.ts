import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import { deleteInSlices } from "../db/delete-in-slices.ts";

interface Counted {
	key: string;
	count: number;
	endsAt: number;
}

/** Ignores windows of a clock that was ahead. Locks rows in the order of the keys, to avoid deadlocks. */
export async function addToCounts(
	database: Database,
	limitName: string,
	keys: readonly string[],
	{ now, windowMs }: { now: number; windowMs: number },
): Promise<Counted[]> {
	const endsAt = now + windowMs;
	const isOpen = sql`known.ends_at > ${now}::bigint and known.ends_at <= ${endsAt + windowMs}::bigint`;
	const { rows } = await sql<Counted>`
		insert into client_counts as known (limit_name, key, count, ends_at)
		select ${limitName}, key, 1, ${endsAt}::bigint from unnest(${keys}::text[]) as given (key) order by key
		on conflict (limit_name, key) do update set
			count = case when ${isOpen} then known.count + 1 else 1 end,
			ends_at = case when ${isOpen} then known.ends_at else excluded.ends_at end
		returning key, count, ends_at as "endsAt"`.execute(database);
	return rows;
}

export async function takeFromCounts(database: Database, limitName: string, keys: readonly string[]): Promise<void> {
	await sql`
		with locked as (
			select key from client_counts where limit_name = ${limitName} and key = any(${keys}::text[])
			order by key for update
		)
		update client_counts set count = greatest(count - 1, 0)
		from locked where limit_name = ${limitName} and client_counts.key = locked.key`.execute(database);
}

export async function deleteEndedCounts(database: Database, before: number): Promise<void> {
	await deleteInSlices(database, "client_counts", sql`ends_at <= ${before}`);
}
