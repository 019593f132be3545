/**
 * The SQLSTATE classes that leave nothing done: invalid data (22), a violated constraint (23), a transaction conflict such as a
 * deadlock (40). A broken connection is not among them: the statement may have been executed.
 */
const refusals = /^(?:22|23|40)/;

/** Tells whether PostgreSQL rejected a statement and nothing of it was done. */
export function wasRefused(error: unknown): boolean {
	return error instanceof Error && "code" in error && refusals.test(String(error.code));
}
