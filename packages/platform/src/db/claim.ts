import { type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";

interface Claim {
	/** The name of the prepared statement. A claim whose text varies has none, and may last as long as other statements. */
	prepare?: string;
	table: string;
	key: string[];
	dueAt: string;
	where?: RawBuilder<boolean>;
	now: number;
	claimedUntil: number;
	limit: number;
	set?: RawBuilder<unknown>;
	returning: RawBuilder<unknown>;
}

/** Claims due rows, the longest overdue first, until `claimedUntil`. Skips rows that another worker is claiming. */
export async function claimDueRows<Row>(database: Database, claim: Claim): Promise<Row[]> {
	const table = sql.table(claim.table);
	const dueAt = sql.ref(claim.dueAt);
	const key = sql.join(claim.key.map((column) => sql.ref(column)));
	const keyOf = (source: string) => sql.join(claim.key.map((column) => sql.ref(`${source}.${column}`)));
	const { rows } = await sql<Row>`
		${claim.prepare === undefined ? sql`` : sql.raw(`/* prepare: ${claim.prepare} */`)}
		with due as (
			select ${key} from ${table}
			where ${dueAt} <= ${claim.now}::bigint ${claim.where === undefined ? sql`` : sql`and ${claim.where}`}
			order by ${dueAt}
			limit ${claim.limit}
			for update skip locked
		)
		update ${table} set ${dueAt} = ${claim.claimedUntil}::bigint ${claim.set === undefined ? sql`` : sql`, ${claim.set}`}
		from due where (${keyOf(claim.table)}) = (${keyOf("due")})
		returning ${claim.returning}`.execute(database);
	return rows;
}
