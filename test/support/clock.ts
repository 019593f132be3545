import type { Clock, Clocks } from "../../apps/gateway/src/clock.ts";

/** A clock that goes on like the machine's, and that a test can put forward or stop. */
export interface TestClock extends Clock {
	/** Puts the clock forward by so many milliseconds. */
	advance(milliseconds: number): void;
	/** Stops the clock and returns the time it shows from now on, in ms since 1970. */
	stop(): number;
	/** Lets a stopped clock go on from where it stands. */
	go(): void;
}

/** The gateway's two clocks, each to be steered by itself. */
export interface TestClocks extends Clocks {
	business: TestClock;
	real: TestClock;
}

function testClock(): TestClock {
	let ahead = 0;
	let stoppedAt: number | undefined;
	const now = () => stoppedAt ?? Date.now() + ahead;
	return {
		now,
		advance(milliseconds) {
			if (stoppedAt === undefined) ahead += milliseconds;
			else stoppedAt += milliseconds;
		},
		stop() {
			stoppedAt = now();
			return stoppedAt;
		},
		go() {
			if (stoppedAt === undefined) return;
			ahead = stoppedAt - Date.now();
			stoppedAt = undefined;
		},
	};
}

/** Both show the machine's time at first. */
export function testClocks(): TestClocks {
	return { business: testClock(), real: testClock() };
}
