import { columnOf } from "@cardseal/batch";
import { type RawBuilder, sql } from "kysely";

type Row<Column extends string> = { readonly [Name in Column]?: unknown };

/** Rows of values as a table of a prepared statement. */
export interface GivenRows<Column extends string> {
	/** `unnest($1::text[], $2::bigint[]) as given (name, last)`. */
	sql: string;
	after(index: number, type: string): string;
	/** Requires a value in one column at least. */
	parameters(rows: readonly Row<Column>[]): unknown[];
}

/** Describes rows as a table of a prepared statement, whose text is the same for any number of rows. */
export function givenRows<Column extends string>(
	name: string,
	types: Readonly<Record<Column, string>>,
): GivenRows<Column> {
	const columns = Object.keys(types) as Column[];
	const arrays = columns.map((column, index) => `$${index + 1}::${types[column]}[]`);
	return {
		sql: `unnest(${arrays.join(", ")}) as ${name} (${columns.join(", ")})`,
		after: (index, type) => `$${columns.length + index + 1}::${type}`,
		parameters: (rows) => columns.map((column) => arrayOf(rows, column, types[column])),
	};
}

export function rowsAs<Column extends string>(
	name: string,
	types: Readonly<Record<Column, string>>,
	rows: readonly Row<NoInfer<Column>>[],
): RawBuilder<unknown> {
	const columns = Object.keys(types) as Column[];
	const arrays = columns.map((column) => sql`${arrayOf(rows, column, types[column])}::${sql.raw(types[column])}[]`);
	return sql`unnest(${sql.join(arrays)}) as ${sql.raw(`${name} (${columns.join(", ")})`)}`;
}

function arrayOf<Column extends string>(rows: readonly Row<Column>[], column: Column, type: string): unknown[] | null {
	const values = rows.map((row) => row[column] ?? null);
	// `pg` makes JSON of a value, but not of one in a list.
	return columnOf(type === "jsonb" ? values.map((value) => (value === null ? null : JSON.stringify(value))) : values);
}
