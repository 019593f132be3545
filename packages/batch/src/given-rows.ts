export type GivenRow<Column extends string> = { readonly [Name in Column]?: unknown };

export interface GivenRows<Column extends string> {
	columns: readonly Column[];
	/** `unnest($1::text[], $2::bigint[]) as given (name, last)`. */
	sql: string;
	/** The parameter `index` after those of the rows, from 0: `$3::bigint`. */
	after(index: number, type: string): string;
	parameters(rows: readonly GivenRow<Column>[]): (unknown[] | null)[];
}

/**
 * Has one text for any number of rows.
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
		columns,
		sql: `unnest(${arrays.join(", ")}) as ${name} (${columns.join(", ")})`,
		after: (index, type) => `$${columns.length + index + 1}::${type}`,
		parameters: (rows) => columns.map((column) => arrayOf(rows, column, types[column])),
	};
}

function arrayOf<Column extends string>(rows: readonly GivenRow<Column>[], column: Column, type: string) {
	const values = rows.map((row) => row[column] ?? null);
	// `pg` makes no JSON of a list's values.
	return columnOf(type === "jsonb" ? values.map((value) => (value === null ? null : JSON.stringify(value))) : values);
}

/** `null` for an empty column, which `unnest` fills; another must have all rows. */
export function columnOf<Value>(values: Value[]): Value[] | null {
	return values.every((value) => value === null || value === undefined) ? null : values;
}
