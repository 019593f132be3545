/**
 * Returns the placeholders of one array per column, for `unnest`: `$10::text[], $11::bigint[]`.
 *
 * @param types PostgreSQL types of the columns
 * @param before number of parameters before these
 */
export function arrayParameters(types: readonly string[], before: number): string {
	return types.map((type, index) => `$${before + 1 + index}::${type}[]`).join(", ");
}
