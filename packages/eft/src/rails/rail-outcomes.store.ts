import type { Clock } from "@cardseal/platform";
import { type Database, rowsAs } from "@cardseal/platform/db";
import { sql } from "kysely";
import type { Rail } from "./rail.ts";

/** Outcomes that a rail keeps in a table. */
export function storedOutcomes(
	database: Database,
	table: "aft.outcomes" | "demo_rail.outcomes",
	clock: Clock,
): Pick<Rail, "nextOutcomeAt" | "listOutcomes" | "acknowledge"> {
	return {
		async nextOutcomeAt() {
			const next = await database
				.selectFrom(table)
				.select("due_at")
				.where("acknowledged", "=", false)
				.orderBy("due_at")
				.limit(1)
				.executeTakeFirst();
			return next?.due_at;
		},
		async listOutcomes(limit) {
			const rows = await database
				.selectFrom(table)
				.select(["reference", "result", "return_code as code"])
				.where("acknowledged", "=", false)
				.where("due_at", "<=", clock.now())
				.orderBy("due_at")
				.orderBy("reference")
				.limit(limit)
				.execute();
			return rows.map(({ reference, result, code }) =>
				result === "returned" && code !== null ? { reference, result, code } : { reference, result: "settled" },
			);
		},
		async acknowledge(outcomes) {
			await sql`
				update ${sql.table(table)} set acknowledged = true
				from ${rowsAs("taken", { reference: "text", result: "text" }, outcomes)}
				where outcomes.reference = taken.reference and outcomes.result = taken.result`.execute(database);
		},
	};
}
