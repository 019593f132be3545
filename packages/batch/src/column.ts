/**
 * The values of an optional column, for a statement that writes many rows by `unnest`; `null` where none of them is given.
 * `unnest` then fills the column with nulls, and nobody has to write and read a list of them: half of a charge's columns
 * are empty.
 *
 * Another column must always have values, as the ids have: it says how many rows there are.
 *
 * @example
 * const parameters = [ids, columnOf(notes)];
 * sql`insert into … select * from unnest($1::bigint[], $2::text[])`
 */
export function columnOf<Value>(values: Value[]): Value[] | null {
	return values.every((value) => value === null || value === undefined) ? null : values;
}
