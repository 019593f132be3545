import { advisoryLocks, type Database } from "@cardseal/platform/db";
import { sql } from "kysely";

/** Exclusive for an advance, shared for all other business work. */
const clockLock = advisoryLocks.sandboxClock;

/** Far below the statement timeout of a connection. */
const sliceMs = 1_000;

const lockNotAvailable = "55P03";

/**
 * Skips the action while the exclusive lock is held or requested. A process that dies releases its lock.
 *
 * @returns `true` if it ran
 */
export function runWithSharedLock(database: Database, action: () => Promise<unknown>): Promise<boolean> {
	return database.connection().execute(async (connection) => {
		const { rows } = await sql<{ taken: boolean }>`
			select pg_try_advisory_lock_shared(${clockLock}) as taken`.execute(connection);
		if (rows[0]?.taken !== true) return false;
		try {
			await action();
		} finally {
			await sql`select pg_advisory_unlock_shared(${clockLock})`.execute(connection);
		}
		return true;
	});
}

/** Returns `undefined` after the wait. The action writes over the lock's connection: a lost lock stops its writes. */
export function runWithExclusiveLock<Result>(
	database: Database,
	waitMs: number,
	action: (connection: Database) => Promise<Result>,
): Promise<Result | undefined> {
	return database.connection().execute(async (connection) => {
		if (!(await acquireLock(connection, waitMs))) return undefined;
		try {
			return await action(connection);
		} finally {
			await sql`select pg_advisory_unlock(${clockLock})`.execute(connection);
		}
	});
}

/** A statement may not last as long. */
async function acquireLock(connection: Database, waitMs: number): Promise<boolean> {
	for (let left = waitMs; left > 0; left -= sliceMs) {
		if (await acquireLockWithin(connection, Math.min(left, sliceMs))) return true;
	}
	return false;
}

/** The transaction only scopes the timeout. */
async function acquireLockWithin(connection: Database, milliseconds: number): Promise<boolean> {
	try {
		await connection.transaction().execute(async (transaction) => {
			await sql`select set_config('lock_timeout', ${`${milliseconds}ms`}, true)`.execute(transaction);
			await sql`select pg_advisory_lock(${clockLock})`.execute(transaction);
		});
		return true;
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === lockNotAvailable) return false;
		throw error;
	}
}
