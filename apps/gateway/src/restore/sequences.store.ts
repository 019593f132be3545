import { type Database, lockKeyOf, rowsAs } from "@cardseal/platform/db";
import { sql } from "kysely";

export interface MovedSequence {
	name: string;
	/** The last number that may have been given. */
	given: number;
}

/**
 * Moves each sequence by `jump` above the numbers given, unless another gateway has moved it so far already: moved
 * back, it would repeat numbers.
 */
export async function moveSequences(database: Database, moved: MovedSequence[], jump: number): Promise<void> {
	await database.transaction().execute(async (transaction: Database) => {
		await sql`select pg_advisory_xact_lock(${lockKeyOf("sequences after a restore")})`.execute(transaction);
		await sql`
			select setval((quote_ident(schemaname) || '.' || quote_ident(sequencename))::regclass, given + ${jump}::bigint)
			from ${rowsAs("moved", { name: "text", given: "bigint" }, moved)}
			join pg_sequences on sequencename = name and schemaname = current_schema()
			where coalesce(last_value, 0) < given + ${jump / 2}::bigint`.execute(transaction);
	});
}
