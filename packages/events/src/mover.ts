/*
 * One gateway at a time moves events from the inbox, so that positions have no gaps. A transaction's event is rendered
 * from the row (`records-at-events.ts`), so a sale writes no JSON.
 */
import type { Clock } from "@cardseal/platform";
import { type Database, outsideDeadline } from "@cardseal/platform/db";
import { moveWaiting } from "./inbox.store.ts";

const batchEvents = 1_000;

/** Each move costs a statement and a flush to disk. */
const gatherMs = 250;

export interface EventMover {
	/** Returns false if another mover has the lock. */
	move(): Promise<boolean>;
	wake(): void;
	stop(): Promise<void>;
}

interface EventMoverOptions {
	database: Database;
	clock: Clock;
	onQueued: () => void;
	/** The job repeats the move. */
	onFailure: (error: unknown) => void;
	isPaused?: () => boolean;
}

/** Uses one connection at most. */
export function createEventMover(options: EventMoverOptions): EventMover {
	const { database, clock, onQueued, onFailure, isPaused } = options;
	let timer: NodeJS.Timeout | undefined;
	let last: Promise<unknown> = Promise.resolve();
	let next: Promise<boolean> | undefined;
	let isStopped = false;

	function move(): Promise<boolean> {
		next ??= last.then(() => {
			next = undefined;
			return moveAll();
		});
		last = next.catch(() => undefined);
		return next;
	}

	async function moveAll(): Promise<boolean> {
		for (;;) {
			if (isStopped || isPaused?.()) return true;
			const counts = await moveWaiting(database, { now: clock.now(), limit: batchEvents });
			if (counts === undefined) return false;
			if (counts.queued > 0) onQueued();
			if (counts.found < batchEvents) return true;
		}
	}

	function wake(): void {
		if (isStopped || timer !== undefined) return;
		timer = setTimeout(() => {
			timer = undefined;
			// The timer belongs to the first request.
			outsideDeadline(move).then((isMoved) => isMoved || wake(), onFailure);
		}, gatherMs);
	}

	return {
		move,
		wake,
		async stop() {
			isStopped = true;
			clearTimeout(timer);
			await last;
		},
	};
}
