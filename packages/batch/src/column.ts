/**
 * One column of a batch, as a statement takes it that writes many rows by `unnest`. Of a column in which nothing is given
 * `unnest` gets no list at all and fills it up with nulls by itself: half of a charge's columns are so, and a list of nulls
 * would have to be written here and read there all the same.
 *
 * At least one column of a batch must have values, as its ids have: nothing else says how many rows there are.
 *
 * @example
 * const parameters = [columnOf(ids), columnOf(notes)];
 * sql`insert into … select * from unnest($1::bigint[], $2::text[])`
 */
export function columnOf<Value>(values: Value[]): Value[] | null {
	return values.every((value) => value === null || value === undefined) ? null : values;
}
