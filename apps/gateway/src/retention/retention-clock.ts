/*
 * An age passes by the database's clock and as running time of gateways before a row is deleted, because a clock that is ahead
 * must not free a key or token that still counts.
 */
import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import type { Logger } from "../log/log.ts";
import {
	addCheckpoint,
	deleteCheckpoints,
	findCheckpoint,
	readRetentionState,
	stopRetention,
} from "./retention-clock.store.ts";

/** Clocks that differ by more are not trusted. */
const toleranceMs = 60_000;

/** Running time between two checkpoints, and so the most by which a row is kept too long. */
const checkpointEveryMs = 600_000;

/** Longer than any record is kept. */
const checkpointsKeptMs = 200 * 24 * 3_600_000;

/**
 * Returns the latest time that is at least `ageMs` ago by the database's clock and by running time, in ms since 1970; 0
 * while running time has not reached that age.
 */
export type Cutoff = (ageMs: number) => Promise<number>;

export interface RetentionClock {
	/** Compares the clocks; `undefined` while nothing may be deleted. */
	observe(): Promise<Cutoff | undefined>;
}

interface RetentionClockOptions {
	database: Database;
	real: Clock;
	/** Returns elapsed time in ms, which no change of the system's clock affects. */
	elapsedMs: () => number;
	/** Returns the database's time, in ms since 1970. */
	databaseNow: () => Promise<number>;
	log: Logger;
}

/** Times of one moment, by each clock. */
interface Observation {
	real: number;
	database: number;
	elapsed: number;
}

/**
 * Creates the clock of retention. A clock that is ahead, even for seconds, must not delete keys, used tokens and
 * revocations that still count. So an age has to pass on the database's clock and as running time of gateways, which
 * checkpoints in the database add up. A jump of a clock stops retention until an operator resumes it.
 */
export function createRetentionClock(options: RetentionClockOptions): RetentionClock {
	const { database, real, elapsedMs, databaseNow, log } = options;
	let last: Observation | undefined;
	let seen: { runningMs: number; elapsed: number } | undefined;
	let reported: string | undefined;

	/** Logs a reason once, until it changes. */
	function report(reason: string | undefined): void {
		if (reason !== undefined && reason !== reported) log.error({ reason }, "retention deletes nothing");
		reported = reason;
	}

	/** Returns the running time of gateways until now, from the last checkpoint or what this gateway saw since. */
	function countRunning(storedMs: number, elapsed: number): number {
		const countedMs = seen === undefined ? 0 : seen.runningMs + elapsed - seen.elapsed;
		if (seen === undefined || storedMs > countedMs) seen = { runningMs: storedMs, elapsed };
		return Math.max(storedMs, countedMs);
	}

	async function observe(): Promise<Cutoff | undefined> {
		const now: Observation = { database: await databaseNow(), real: real.now(), elapsed: elapsedMs() };
		const jump = last === undefined ? 0 : jumpOf(last, now);
		last = now;
		if (jump > toleranceMs) await stopRetention(database, now.database, `a clock jumped by ${seconds(jump)} s`);
		const state = await readRetentionState(database);
		const reason = state.stopReason ?? disagreement(now, state.newestRecord);
		report(reason);
		if (reason !== undefined) return undefined;

		const { latest } = state;
		const runningMs = countRunning(latest?.runningMs ?? 0, now.elapsed);
		if (latest === undefined || runningMs >= latest.runningMs + checkpointEveryMs) {
			await addCheckpoint(database, { runningMs, observedAt: now.database });
			await deleteCheckpoints(database, runningMs - checkpointsKeptMs);
		}
		return async (ageMs) => {
			const passed = await findCheckpoint(database, runningMs - ageMs);
			return passed === undefined ? 0 : Math.min(passed.observedAt, now.database - ageMs);
		};
	}
	return { observe };
}

/** Returns the reason not to trust the clocks, if there is one. */
function disagreement(now: Observation, newestRecord: number): string | undefined {
	const difference = Math.abs(now.real - now.database);
	if (difference > toleranceMs) return `the clocks of gateway and database differ by ${seconds(difference)} s`;
	return recordsAhead(newestRecord, now.database);
}

/** Returns the reason not to delete when records are ahead of the database's clock. Times are ms since 1970. */
export function recordsAhead(newestRecord: number, databaseNow: number): string | undefined {
	const ahead = newestRecord - databaseNow;
	return ahead > toleranceMs ? `the newest record is ${seconds(ahead)} s ahead of the clock` : undefined;
}

/** Returns the ms by which a clock differs from elapsed time. */
function jumpOf(last: Observation, now: Observation): number {
	const elapsed = now.elapsed - last.elapsed;
	return Math.max(Math.abs(now.real - last.real - elapsed), Math.abs(now.database - last.database - elapsed));
}

function seconds(ms: number): number {
	return Math.round(ms / 1_000);
}
