import { type RawBuilder, sql } from "kysely";

/**
 * The numbers of all advisory locks that have one. PostgreSQL has one space of 64-bit keys per database, so two uses of a
 * number would block each other. Locks per network, merchant or card take their keys from the functions below.
 */
export const advisoryLocks = { sandboxSeed: 727_001, auditChain: 727_002, sandboxClock: 727_003 } as const;

/** The key of the lock with a name, such as `credentials of 42`. */
export function lockKeyOf(name: string): RawBuilder<string> {
	return sql`hashtextextended(${name}, 0)`;
}

/** The keys of the locks of fingerprints, sorted: transactions that take several in this order never deadlock. */
export function fingerprintLockKeys(fingerprints: Buffer[]): string[] {
	const keys = new Set(fingerprints.map((fingerprint) => fingerprint.readBigInt64BE()));
	return [...keys].sort((one, other) => (one < other ? -1 : 1)).map(String);
}
