/* A clock that is wrong at a start must not delete keys, used tokens and revocations. */
import type { Clock } from "@cardseal/platform";
import type { Logger } from "@cardseal/platform/log";

const hour = 3_600_000;

/** Rows are kept for much longer than they count. */
const toleranceMs = hour;

/** A wrong clock is usually set within minutes. */
const steadyMs = hour;

export interface RetentionClock {
	/** Returns ms since 1970; `undefined` while nothing may be deleted. */
	now(): Promise<number | undefined>;
}

interface RetentionClockOptions {
	real: Clock;
	/** Ignores changes of the system's clock. */
	elapsedMs: () => number;
	/** ms since 1970. */
	databaseNow: () => Promise<number>;
	log: Logger;
}

export function createRetentionClock({ real, elapsedMs, databaseNow, log }: RetentionClockOptions): RetentionClock {
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
