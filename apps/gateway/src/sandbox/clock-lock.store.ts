import { sql } from "kysely";
import { advisoryLocks } from "../db/advisory-locks.ts";
import type { Database } from "../db/database.ts";

/** The lock between a move of the clock and all other business work. */
const turnLock = advisoryLocks.sandboxClock;

/** How long one statement waits for the turn: far less than a database connection gives it. */
const sliceMs = 1_000;

const lockNotAvailable = "55P03";

/**
 * Runs an action beside others like it, on any gateway, but not while somebody has the turn alone or waits for it.
 * Holds a connection meanwhile, and with it the lock: whoever dies gives both back.
 *
 * @returns whether it ran
 */
export function runBesideOthers(database: Database, action: () => Promise<unknown>): Promise<boolean> {
	return database.connection().execute(async (connection) => {
		const { rows } = await sql<{ taken: boolean }>`
			select pg_try_advisory_lock_shared(${turnLock}) as taken`.execute(connection);
		if (rows[0]?.taken !== true) return false;
		try {
			await action();
		} finally {
			await sql`select pg_advisory_unlock_shared(${turnLock})`.execute(connection);
		}
		return true;
	});
}

/**
 * Runs an action alone, on all gateways, as soon as everything else has ended; `undefined` when it did not end in time. What
 * the action writes over the connection it is given is refused once the turn is lost with that connection.
 */
export function runAlone<Result>(
	database: Database,
	waitMs: number,
	action: (connection: Database) => Promise<Result>,
): Promise<Result | undefined> {
	return database.connection().execute(async (connection) => {
		if (!(await takeTurn(connection, waitMs))) return undefined;
		try {
			return await action(connection);
		} finally {
			await sql`select pg_advisory_unlock(${turnLock})`.execute(connection);
		}
	});
}

/**
 * Waits in slices, since no statement may last as long as a move may. Between two of them others could begin beside each other;
 * they are waited for as well.
 */
async function takeTurn(connection: Database, waitMs: number): Promise<boolean> {
	for (let left = waitMs; left > 0; left -= sliceMs) {
		if (await takeTurnWithin(connection, Math.min(left, sliceMs))) return true;
	}
	return false;
}

/** The lock outlives the transaction, whose only use is to keep the time limit to itself. */
async function takeTurnWithin(connection: Database, milliseconds: number): Promise<boolean> {
	try {
		await connection.transaction().execute(async (transaction) => {
			await sql`select set_config('lock_timeout', ${`${milliseconds}ms`}, true)`.execute(transaction);
			await sql`select pg_advisory_lock(${turnLock})`.execute(transaction);
		});
		return true;
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === lockNotAvailable) return false;
		throw error;
	}
}
