/**
 * Returns the values of an optional column for an `unnest` statement; `null`, which `unnest` fills with nulls, when all
 * are empty. Another column must determine the number of rows.
 */
export function columnOf<Value>(values: Value[]): Value[] | null {
	return values.every((value) => value === null || value === undefined) ? null : values;
}
