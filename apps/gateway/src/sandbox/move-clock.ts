import { setTimeout as delay } from "node:timers/promises";
import { createKeyedLock } from "@cardseal/batch";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import type { BusinessWork, WorkDone } from "../jobs/business-work.ts";
import { Problem } from "../problem.ts";
import { walk } from "./advance.ts";
import { runAlone, runBesideOthers } from "./clock-lock.store.ts";
import { type ClockWish, planMove } from "./planned-move.ts";
import type { SandboxClock } from "./sandbox-clock.ts";

export interface ClockMoving {
	clock: SandboxClock;
	/** Real time. */
	real: Clock;
	/**
	 * Connections for turns and for nothing else, one for each work and one for the walk: whoever has a turn keeps its
	 * connection, and would otherwise take one from what it waits for.
	 */
	turns: Database;
	works: BusinessWork[];
	/** Aborted when the gateway stops. */
	stopping: AbortSignal;
}

/** What a move did, and the time it came to in ms since 1970. */
export interface Moved extends WorkDone {
	now: number;
}

export type MoveClock = (wish: ClockWish) => Promise<Moved>;

/** How long a request may take, its turn included: a little less than the five minutes that HTTP clients wait for an answer. */
const timeLimitMs = 240_000;

const pauseMs = 100;

const messages = {
	notMoved: "Another request moves the clock. Try again when it has been answered.",
	onTheWay:
		'The clock is still on its way. GET /sandbox/clock tells how far it came; send the wanted time as "now" to go on.',
	failed:
		'What fell due could not be done. The clock stays where it came to; send the wanted time as "now" to go on, and quote the request id if it persists.',
} as const;

/**
 * Lets requests move the clock, one after another on all gateways. Each walks until everything that has become due is done.
 *
 * The promises reject with Problem: 400 for a time the clock cannot be moved to, 500 when some work fails, 503 when there
 * is not enough time.
 */
export function clockMover({ clock, real, turns, works, stopping }: ClockMoving): MoveClock {
	const inTurn = createKeyedLock();

	async function moveInTurn(wish: ClockWish, endsAt: number): Promise<Moved> {
		const wait = endsAt - real.now();
		const moved =
			wait > 0 ? await runAlone(turns, wait, (connection) => moveAlone(connection, wish, endsAt)) : undefined;
		if (moved !== undefined) return moved;
		throw new Problem("UNAVAILABLE", messages.notMoved, { headers: { "Retry-After": "1" } });
	}

	async function moveAlone(connection: Database, wish: ClockWish, endsAt: number): Promise<Moved> {
		await clock.follow();
		const target = planMove(wish, clock.now());
		const { arrived, ...done } = await walk({
			works,
			clock,
			moveTo: (time) => clock.moveTo(connection, time),
			target,
			isOver: () => stopping.aborted || real.now() >= endsAt,
			pause: () => delay(pauseMs),
		}).catch(refuseFailed);
		if (!arrived) throw new Problem("UNAVAILABLE", messages.onTheWay);
		return { now: clock.now(), ...done };
	}

	// Those of one gateway wait here, with no connection.
	return (wish) => {
		const endsAt = real.now() + timeLimitMs;
		return inTurn("clock", () => moveInTurn(wish, endsAt));
	};
}

function refuseFailed(error: unknown): never {
	throw new Problem("INTERNAL", messages.failed, { cause: error });
}

/** The same work for a job: it stays undone while somebody moves the clock, who does it as well. */
export function besideWalks(work: BusinessWork, turns: Database): BusinessWork {
	return {
		...work,
		async run() {
			let done: Partial<WorkDone> = {};
			await runBesideOthers(turns, async () => {
				done = await work.run();
			});
			return done;
		},
	};
}
