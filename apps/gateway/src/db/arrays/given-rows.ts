import { columnOf } from "@cardseal/batch";
import { type RawBuilder, sql } from "kysely";

/** A row with these columns; a missing value is null. */
type Row<Column extends string> = { readonly [Name in Column]?: unknown };

/** Rows of values as a table of a prepared statement. */
export interface GivenRows<Column extends string> {
	/** The table: `unnest($1::text[], $2::bigint[]) as given (name, last)`. */
	sql: string;
	/** Returns the placeholder of a parameter after those of the rows, counted from 0, with its type: `$3::bigint`. */
	after(index: number, type: string): string;
	/** Returns the parameters of the table. In one column at least, such as an id, a row has a value. */
	parameters(rows: readonly Row<Column>[]): unknown[];
}

/**
 * Describes rows of values as a table of a prepared statement, whose text is the same for any number of rows.
 *
 * @param types the PostgreSQL types by column; a `jsonb` column takes any value that JSON can hold
 */
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

/** Returns rows of values as a table of a statement. See `givenRows`. */
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
	// The driver makes JSON of a value, but not of one in a list.
	return columnOf(type === "jsonb" ? values.map((value) => (value === null ? null : JSON.stringify(value))) : values);
}
