import { advisoryLocks, type Database } from "@cardseal/platform/db";
import { sql } from "kysely";

/** Exclusive for an advance, shared for all other business work. */
const clockLock = advisoryLocks.sandboxClock;

/** Far below the statement timeout of a connection. */
const sliceMs = 1_000;

const lockNotAvailable = "55P03";

/** Returns `true` if the action ran. */
export type RunShared = (action: () => Promise<unknown>) => Promise<boolean>;

interface SharedHold {
	isTaken: Promise<boolean>;
	running: Promise<unknown>[];
}

/**
 * Skips actions while the exclusive lock is held or requested. Those that begin together, as all work of a gateway does at its
 * start, share a connection. A process that dies releases its lock.
 */
export function createSharedLock(database: Database): RunShared {
	let joinable: SharedHold | undefined;
	return (action) => {
		joinable ??= hold();
		const { isTaken, running } = joinable;
		const ran = isTaken.then(async (taken) => {
			if (taken) await action();
			return taken;
		});
		running.push(ran);
		return ran;
	};

	function hold(): SharedHold {
		const isTaken = Promise.withResolvers<boolean>();
		const running: Promise<unknown>[] = [];
		const holding = database.connection().execute(async (connection) => {
			const { rows } = await sql<{ taken: boolean }>`
				select pg_try_advisory_lock_shared(${clockLock}) as taken`.execute(connection);
			joinable = undefined;
			isTaken.resolve(rows[0]?.taken === true);
			if (!(await isTaken.promise)) return;
			await Promise.allSettled(running);
			await sql`select pg_advisory_unlock_shared(${clockLock})`.execute(connection);
		});
		// A connection that is lost later has released the lock; the rejection then reaches nobody.
		holding.catch((error: unknown) => {
			joinable = undefined;
			isTaken.reject(error);
		});
		return { isTaken: isTaken.promise, running };
	}
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
