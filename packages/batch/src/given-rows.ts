export type GivenRow<Column extends string> = { readonly [Name in Column]?: unknown };

export interface GivenRows<Column extends string> {
	columns: readonly Column[];
	/** `unnest($1::text[], $2::bigint[]) as given (name, last)`. */
	sql: string;
	/** Returns the placeholder of a parameter after those of the rows, counted from 0: `$3::bigint`. */
	after(index: number, type: string): string;
	parameters(rows: readonly GivenRow<Column>[]): (unknown[] | null)[];
}

/**
 * Describes rows as a table of a prepared statement, whose text is the same for any number of rows.
 * @param types the PostgreSQL types by column; a `jsonb` column takes any value that JSON can hold
 */
export function givenRows<Column extends string>(
	name: string,
	types: Readonly<Record<Column, string>>,
): GivenRows<Column> {
	const columns = Object.keys(types) as Column[];
	const arrays = columns.map((column, index) => `$${index + 1}::${types[column]}[]`);
	return {
		columns,
		sql: `unnest(${arrays.join(", ")}) as ${name} (${columns.join(", ")})`,
		after: (index, type) => `$${columns.length + index + 1}::${type}`,
		parameters: (rows) => columns.map((column) => arrayOf(rows, column, types[column])),
	};
}

function arrayOf<Column extends string>(rows: readonly GivenRow<Column>[], column: Column, type: string) {
	const values = rows.map((row) => row[column] ?? null);
	// `pg` makes JSON of a value, but not of one in a list.
	return columnOf(type === "jsonb" ? values.map((value) => (value === null ? null : JSON.stringify(value))) : values);
}

/** Returns `null`, which `unnest` fills with nulls, for an empty column. Another must determine the number of rows. */
export function columnOf<Value>(values: Value[]): Value[] | null {
	return values.every((value) => value === null || value === undefined) ? null : values;
}
