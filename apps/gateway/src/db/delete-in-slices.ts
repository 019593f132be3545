import { type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";
import type { GatewayTables } from "./schema.ts";

/** Rows in one statement: so few that its locks and its part of the log hold up nobody who charges meanwhile. */
const usualSlice = 5_000;

/** Deletes what a condition is true of, in statements of a bounded size. */
export async function deleteInSlices(
	database: Database,
	table: keyof GatewayTables,
	condition: RawBuilder<unknown>,
	sliceRows = usualSlice,
): Promise<void> {
	const name = sql.table(table);
	const deletion = sql`
		delete from ${name} where ctid = any(array(select ctid from ${name} where ${condition} limit ${sliceRows}))`;
	for (;;) {
		const { numAffectedRows = 0n } = await deletion.execute(database);
		if (numAffectedRows < sliceRows) return;
	}
}
