import { type Clock, systemClock } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { type BusinessWork, businessJob } from "@cardseal/platform/jobs";
import { createSharedLock } from "../sandbox/clock-lock.store.ts";
import { createClockMover, skippedDuringAdvance } from "../sandbox/move-clock.ts";
import { createSandboxClock, followClockJob, type SandboxClock } from "../sandbox/sandbox-clock.ts";
import { connect } from "./create-database.ts";
import type { Starting } from "./starting.ts";

/** Only the sandbox's business time moves. */
export async function createClocks({ config, ports }: Starting, database: Database) {
	const clocks = ports.clocks ?? { business: systemClock, real: systemClock };
	if (!config.sandbox) return { clocks, sandboxClock: undefined };
	const sandboxClock = await createSandboxClock(database, clocks.business);
	return { clocks: { business: sandboxClock, real: clocks.real }, sandboxClock };
}

interface ClockControlOptions {
	url: string;
	sandboxClock: SandboxClock;
	real: Clock;
	works: BusinessWork[];
}

export function createClockControl(starting: Starting, { url, sandboxClock, real, works }: ClockControlOptions) {
	const lockConnections = connect(starting, url, works.length + 1);
	const move = createClockMover({ clock: sandboxClock, real, lockConnections, works, stopping: starting.stopping });
	const runShared = createSharedLock(lockConnections);
	const jobs = works.map((work) => businessJob(skippedDuringAdvance(work, runShared)));
	return { clock: sandboxClock, move, jobs: [followClockJob(sandboxClock), ...jobs] };
}
