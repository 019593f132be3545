/** Nothing was done. After a broken connection the statement may have been executed. */
const refusals = /^(?:22|23|40)/;

/** True when PostgreSQL did nothing of a statement. */
export function wasRefused(error: unknown): boolean {
	return error instanceof Error && "code" in error && refusals.test(String(error.code));
}
