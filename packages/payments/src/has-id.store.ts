import { isLookupId, parseNumericId } from "@cardseal/platform";
import { type RawBuilder, sql } from "kysely";

/** The condition on a numeric id, or on a lookup id in a column. No row has a malformed id. */
export function hasId(column: string, id: string): RawBuilder<boolean> {
	const numericId = parseNumericId(id);
	if (numericId !== undefined) return sql`id = ${numericId}`;
	return isLookupId(id) ? sql`${sql.ref(column)} = ${id}` : sql`false`;
}
