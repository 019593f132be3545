import { type GivenRow, givenRows } from "@cardseal/batch";
import { type RawBuilder, sql } from "kysely";

/** Writes rows as a table of a statement: `unnest($1::text[], …) as given (name, …)`. See `givenRows`. */
export function rowsAs<Column extends string>(
	name: string,
	types: Readonly<Record<Column, string>>,
	rows: readonly GivenRow<NoInfer<Column>>[],
): RawBuilder<unknown> {
	const { columns, parameters } = givenRows(name, types);
	const arrays = parameters(rows);
	const typed = columns.map((column, index) => sql`${arrays[index]}::${sql.raw(types[column])}[]`);
	return sql`unnest(${sql.join(typed)}) as ${sql.raw(`${name} (${columns.join(", ")})`)}`;
}
