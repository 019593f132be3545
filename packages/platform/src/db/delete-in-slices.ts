import type { requestJournalTable } from "@cardseal/vault";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";
import type { GatewayTables } from "./schema.ts";

/** Few rows, so that charges do not wait. */
const usualSlice = 5_000;

export async function deleteInSlices(
	database: Database,
	table: keyof GatewayTables | typeof requestJournalTable,
	condition: RawBuilder<unknown>,
	{ sliceRows = usualSlice, skipsLocked = false }: { sliceRows?: number; skipsLocked?: boolean } = {},
): Promise<void> {
	const name = sql.table(table);
	const locking = skipsLocked ? sql`for update skip locked` : sql``;
	const deletion = sql`
		delete from ${name} where ctid = any(array(select ctid from ${name} where ${condition} limit ${sliceRows} ${locking}))`;
	for (;;) {
		const { numAffectedRows = 0n } = await deletion.execute(database);
		if (numAffectedRows < sliceRows) return;
	}
}
