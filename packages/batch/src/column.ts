/** Returns `null`, which `unnest` fills with nulls, for an empty column. Another must determine the number of rows. */
export function columnOf<Value>(values: Value[]): Value[] | null {
	return values.every((value) => value === null || value === undefined) ? null : values;
}
