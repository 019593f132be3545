/*
 * A change writes its events to an inbox, in its transaction. One gateway at a time moves them behind the merchant's last one, so
 * positions have no gaps, and an event that is written after another's commit comes after it. A transaction's row changes in few
 * ways after its outcome, so its event keeps the row's id and is rendered as the row was (`records-at-events.ts`): a sale writes
 * no JSON for it. Other events, also of PENDING ones, keep their object's JSON.
 */
import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { outsideDeadline } from "../db/request-deadline.ts";
import { moveWaiting } from "./inbox.store.ts";

/** Events moved in one statement. */
const batchEvents = 1_000;

/** Changes within this time share a move, because each move adds a statement and a flush to disk to those of charges. */
const gatherMs = 250;

export interface EventMover {
	/** Moves all waiting events. Returns false if another mover has the lock: it moves them, or a later call does. */
	move(): Promise<boolean>;
	/** Moves them soon: a change was committed that may have written some. */
	wake(): void;
	/** Ends after the running move. */
	stop(): Promise<void>;
}

interface EventMoverOptions {
	database: Database;
	/** Real time. */
	clock: Clock;
	/** Called when moved events wait for delivery. */
	onQueued: () => void;
	/** Called after a failed move; the job repeats it. */
	onFailure: (error: unknown) => void;
	/** Returns true while nothing may be moved; by default never. */
	isPaused?: () => boolean;
}

/**
 * Creates a mover. Several may work on one database: one moves at a time, and the others do not wait for it. A mover uses one
 * connection at most.
 */
export function createEventMover(options: EventMoverOptions): EventMover {
	const { database, clock, onQueued, onFailure, isPaused } = options;
	let timer: NodeJS.Timeout | undefined;
	let last: Promise<unknown> = Promise.resolve();
	let next: Promise<boolean> | undefined;
	let isStopped = false;

	/** Calls during a move share the next one. */
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
			// The timer belongs to the request that was first.
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
