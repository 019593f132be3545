import { setTimeout as delay } from "node:timers/promises";
import { createKeyedLock } from "@cardseal/batch";
import { type Clock, Problem } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import type { BusinessWork, WorkDone } from "@cardseal/platform/jobs";
import { advanceClock } from "./advance.ts";
import { type RunShared, runWithExclusiveLock } from "./clock-lock.store.ts";
import { type ClockRequest, planMove } from "./planned-move.ts";
import type { SandboxClock } from "./sandbox-clock.ts";

export interface ClockMoving {
	clock: SandboxClock;
	real: Clock;
	/** One connection for each work, and one for the advance: sharing another pool could deadlock. */
	lockConnections: Database;
	works: BusinessWork[];
	stopping: AbortSignal;
}

export interface Moved extends WorkDone {
	now: number;
}

export type MoveClock = (request: ClockRequest) => Promise<Moved>;

/** Below the five minutes that HTTP clients wait. */
const timeLimitMs = 240_000;

const pauseMs = 100;

const messages = {
	notMoved: "Another request is moving the clock. Try again after its response.",
	onTheWay:
		'The clock has not reached the requested time yet. GET /sandbox/clock returns the present time; send the requested time again as "now" to continue.',
	failed:
		'Work that was due failed. The clock stays at that time; send the requested time again as "now" to continue. If it fails again, report the request id.',
} as const;

/**
 * Moves run one after another across gateways. They reject with Problem: 400 for an invalid time, 500 when work
 * fails, 503 at the time limit.
 */
export function createClockMover({ clock, real, lockConnections, works, stopping }: ClockMoving): MoveClock {
	const withLock = createKeyedLock();

	async function moveUnderLock(request: ClockRequest, endsAt: number): Promise<Moved> {
		const wait = endsAt - real.now();
		const moved =
			wait > 0
				? await runWithExclusiveLock(lockConnections, wait, (connection) => move(connection, request, endsAt))
				: undefined;
		if (moved !== undefined) return moved;
		throw new Problem("clock_not_moved", messages.notMoved, { headers: { "Retry-After": "1" } });
	}

	async function move(connection: Database, request: ClockRequest, endsAt: number): Promise<Moved> {
		await clock.follow();
		const target = planMove(request, clock.now());
		const { arrived, ...done } = await advanceClock({
			works,
			clock,
			moveTo: (time) => clock.moveTo(connection, time),
			target,
			isExpired: () => stopping.aborted || real.now() >= endsAt,
			pause: () => delay(pauseMs),
		}).catch(refuseFailed);
		if (!arrived) throw new Problem("clock_moving", messages.onTheWay);
		return { now: clock.now(), ...done };
	}

	// Requests of one gateway wait here, without a connection.
	return (request) => {
		const endsAt = real.now() + timeLimitMs;
		return withLock("clock", () => moveUnderLock(request, endsAt));
	};
}

function refuseFailed(error: unknown): never {
	throw new Problem("internal", messages.failed, { cause: error });
}

/** The advance does the same work. */
export function skippedDuringAdvance(work: BusinessWork, runShared: RunShared): BusinessWork {
	return {
		...work,
		async run(limit) {
			let done: Partial<WorkDone> = {};
			await runShared(async () => {
				done = await work.run(limit);
			});
			return done;
		},
	};
}
