import { type Database, rowsAs } from "@cardseal/platform/db";
import { sql } from "kysely";
import type { RailOutcome } from "./rail.ts";

export type OutcomesTable = "aft.outcomes" | "demo_rail.outcomes";

/** Returns ms since 1970. */
export async function findNextOutcome(database: Database, table: OutcomesTable): Promise<number | undefined> {
	const next = await database
		.selectFrom(table)
		.select("due_at")
		.where("acknowledged", "=", false)
		.orderBy("due_at")
		.limit(1)
		.executeTakeFirst();
	return next?.due_at;
}

export async function findDueOutcomes(
	database: Database,
	table: OutcomesTable,
	{ now, limit }: { now: number; limit: number },
): Promise<RailOutcome[]> {
	const rows = await database
		.selectFrom(table)
		.select(["reference", "result", "return_code as code"])
		.where("acknowledged", "=", false)
		.where("due_at", "<=", now)
		.orderBy("due_at")
		.orderBy("reference")
		.limit(limit)
		.execute();
	return rows.map(({ reference, result, code }) =>
		result === "returned" && code !== null ? { reference, result, code } : { reference, result: "settled" },
	);
}

export async function acknowledgeOutcomes(
	database: Database,
	table: OutcomesTable,
	outcomes: RailOutcome[],
): Promise<void> {
	await sql`
		update ${sql.table(table)} set acknowledged = true
		from ${rowsAs("taken", { reference: "text", result: "text" }, outcomes)}
		where outcomes.reference = taken.reference and outcomes.result = taken.result`.execute(database);
}
