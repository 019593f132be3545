import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import type { Job } from "../jobs/repeat.ts";
import { raiseAhead, readAhead } from "./clock.store.ts";

/** The sandbox's business time: a clock that runs like another one, ahead of it by what the database says. */
export interface SandboxClock extends Clock {
	/** Moves to `time` (ms since 1970), over a connection of the caller's choice; does nothing when it is past already. */
	moveTo(database: Database, time: number): Promise<void>;
	/** Takes up what another gateway of the same database has done to it, over a connection of the caller's choice. */
	follow(connection?: Database): Promise<void>;
}

/** Opens the clock where it was left. `base` is what it runs like. */
export async function openSandboxClock(database: Database, base: Clock): Promise<SandboxClock> {
	let aheadMs = await readAhead(database);
	// An answer that was overtaken by a later one must not turn the clock back.
	const putAhead = (milliseconds: number) => {
		aheadMs = Math.max(aheadMs, milliseconds);
	};
	return {
		now: () => base.now() + aheadMs,
		async moveTo(connection, time) {
			putAhead(await raiseAhead(connection, Math.max(0, time - base.now())));
		},
		async follow(connection = database) {
			putAhead(await readAhead(connection));
		},
	};
}

/** Has the clock follow the other gateways: none is behind for more than a second. */
export function followClockJob(clock: SandboxClock): Job {
	return { name: "clock", everyMs: 500, run: () => clock.follow() };
}
