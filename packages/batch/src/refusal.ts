/** An answer of the database. A broken connection gives none: the statement may be done. */
const refusals = /^(?:22|23|40)/;

/** True when PostgreSQL did nothing. */
export function wasRefused(error: unknown): boolean {
	return error instanceof Error && "code" in error && refusals.test(String(error.code));
}
