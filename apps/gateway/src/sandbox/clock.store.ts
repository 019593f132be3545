import type { Database } from "@cardseal/platform/db";
import { sql } from "kysely";

export async function readAhead(database: Database): Promise<number> {
	const { rows } = await sql<{ ahead_ms: number }>`
		/* prepare: read-sandbox-clock */
		select ahead_ms from sandbox_clock`.execute(database);
	return rows[0]?.ahead_ms ?? 0;
}

/** Never lowers the lead. Returns the new one, in ms. */
export async function raiseAhead(database: Database, aheadMs: number): Promise<number> {
	const { ahead_ms } = await database
		.insertInto("sandbox_clock")
		.values({ ahead_ms: aheadMs })
		.onConflict((conflict) =>
			conflict
				.column("is_only")
				.doUpdateSet({ ahead_ms: sql<number>`greatest(sandbox_clock.ahead_ms, excluded.ahead_ms)` }),
		)
		.returning("ahead_ms")
		.executeTakeFirstOrThrow();
	return ahead_ms;
}
