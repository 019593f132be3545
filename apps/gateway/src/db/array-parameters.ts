/**
 * The parameters of a statement that takes a list for each of its columns, as `unnest` wants them: `$10::text[], $11::bigint[]`.
 *
 * @param types PostgreSQL types of the columns
 * @param before how many parameters stand before these
 */
export function arrayParameters(types: readonly string[], before: number): string {
	return types.map((type, index) => `$${before + 1 + index}::${type}[]`).join(", ");
}
