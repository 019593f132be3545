/**
 * Returns the values of an optional column for an `unnest` statement; `null` when all are empty, which `unnest` fills
 * with nulls. At least one other column must have values: it determines the number of rows.
 */
export function columnOf<Value>(values: Value[]): Value[] | null {
	return values.every((value) => value === null || value === undefined) ? null : values;
}
