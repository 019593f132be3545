/**
 * Returns the values of an optional column for an `unnest` statement; `null` when all are empty. `unnest` then fills the column
 * with nulls, which saves sending a list of them: half of a charge's columns are empty.
 *
 * At least one other column must have values, such as the ids: it determines the number of rows.
 *
 * @example
 * const parameters = [ids, columnOf(notes)];
 * sql`insert into … select * from unnest($1::bigint[], $2::text[])`
 */
export function columnOf<Value>(values: Value[]): Value[] | null {
	return values.every((value) => value === null || value === undefined) ? null : values;
}
