/* A machine whose clock is wrong at its start must not delete keys, used tokens and revocations that still count. */
import type { Clock } from "../clock.ts";
import type { Logger } from "../log/log.ts";

const hour = 3_600_000;

/** Clocks that differ by more are not trusted; rows are kept for much longer than they count. */
const toleranceMs = hour;

/** The time without a jump before anything is deleted. A wrong clock is usually set within minutes. */
const steadyMs = hour;

export interface RetentionClock {
	/** Returns the database's time, in ms since 1970; `undefined` while nothing may be deleted. */
	now(): Promise<number | undefined>;
}

interface RetentionClockOptions {
	real: Clock;
	/** Elapsed time in ms, which no change of the system's clock affects. */
	elapsedMs: () => number;
	/** ms since 1970. */
	databaseNow: () => Promise<number>;
	log: Logger;
}

export function createRetentionClock({ real, elapsedMs, databaseNow, log }: RetentionClockOptions): RetentionClock {
	/** Times of the start, or of the last jump. */
	let steadySince: { database: number; elapsed: number } | undefined;
	let isReported = false;

	function areEqual(differenceMs: number): boolean {
		const isWrong = Math.abs(differenceMs) > toleranceMs;
		const reason = `the clocks of gateway and database differ by ${Math.round(differenceMs / 1_000)} s`;
		if (isWrong && !isReported) log.warn({ reason }, "retention deletes nothing");
		isReported = isWrong;
		return !isWrong;
	}

	return {
		async now() {
			const [database, elapsed] = [await databaseNow(), elapsedMs()];
			steadySince ??= { database, elapsed };
			const jumpMs = database - steadySince.database - (elapsed - steadySince.elapsed);
			if (Math.abs(jumpMs) > toleranceMs) steadySince = { database, elapsed };
			const isSteady = elapsed - steadySince.elapsed >= steadyMs;
			return areEqual(real.now() - database) && isSteady ? database : undefined;
		},
	};
}
