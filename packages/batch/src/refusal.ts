/**
 * SQL states that end a statement with nothing done: data that cannot be stored (22), a violated constraint (23), a
 * deadlock or another conflict of transactions (40). A connection that broke is none of them, since the statement may
 * have been carried out.
 */
const refusals = /^(?:22|23|40)/;

/** Whether PostgreSQL refused a statement because of what it was given, so that nothing of it was done. */
export function wasRefused(error: unknown): boolean {
	return error instanceof Error && "code" in error && refusals.test(String(error.code));
}
