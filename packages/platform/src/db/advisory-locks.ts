import { type RawBuilder, sql } from "kysely";

/** Numbers are unique: a database has one space of lock keys. */
export const advisoryLocks = {
	sandboxSeed: 727_001,
	auditChain: 727_002,
	sandboxClock: 727_003,
	eventMove: 727_004,
	oldPayments: 727_006,
	migration: 727_007,
	serving: 727_008,
} as const;

export function lockKeyOf(name: string): RawBuilder<string> {
	return sql`hashtextextended(${name}, 0)`;
}

/** Sorts the keys, to avoid deadlocks. */
export function fingerprintLockKeys(fingerprints: Buffer[]): string[] {
	const keys = new Set(fingerprints.map((fingerprint) => fingerprint.readBigInt64BE()));
	return [...keys].sort((one, other) => (one < other ? -1 : 1)).map(String);
}
