import { sql } from "kysely";
import { rowsAs } from "../db/arrays/rows-as.ts";
import type { Database } from "../db/database.ts";

export type SequenceNumbers = ReadonlyMap<string, number>;

export async function readSequences(database: Database): Promise<SequenceNumbers> {
	const { rows } = await sql<{ name: string; last: number }>`
		select sequencename as name, coalesce(last_value, start_value - 1) as last
		from pg_sequences where schemaname = current_schema()`.execute(database);
	return new Map(rows.map(({ name, last }) => [name, last]));
}

/** Keeps other sequences as they are. */
export async function setSequences(database: Database, numbers: SequenceNumbers): Promise<void> {
	if (numbers.size === 0) return;
	const moved = [...numbers].map(([name, last]) => ({ name, last }));
	await sql`
		select setval((quote_ident(current_schema()) || '.' || quote_ident(name))::regclass, last)
		from ${rowsAs("moved", { name: "text", last: "bigint" }, moved)}`.execute(database);
}
