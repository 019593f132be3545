import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { outsideDeadline } from "../db/request-deadline.ts";
import { isAnyWaiting, lockMove, moveWaiting } from "./inbox.store.ts";

/** Events moved in one transaction. */
const batchEvents = 1_000;

/** Changes of this time share a move: each one is a flush to disk more, beside those of charges. */
const gatherMs = 100;

export interface EventMover {
	/** Moves all waiting events. */
	move(): Promise<void>;
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
	/** Told of a failed move; the job repeats it. */
	onFailure: (error: unknown) => void;
}

/** Creates a mover. Several may work on one database: one moves at a time. */
export function createEventMover({ database, clock, onQueued, onFailure }: EventMoverOptions): EventMover {
	let timer: NodeJS.Timeout | undefined;
	let running: Promise<unknown> = Promise.resolve();
	let isStopped = false;

	async function move(): Promise<void> {
		if (!(await isAnyWaiting(database))) return;
		for (let isMore = true; isMore; ) {
			const { moved, queued } = await moveBatch(database, clock);
			if (queued > 0) onQueued();
			isMore = moved === batchEvents;
		}
	}

	return {
		move,
		wake() {
			if (isStopped || timer !== undefined) return;
			timer = setTimeout(() => {
				timer = undefined;
				// The timer belongs to the request that was first.
				running = outsideDeadline(move).catch(onFailure);
			}, gatherMs);
		},
		async stop() {
			isStopped = true;
			clearTimeout(timer);
			await running;
		},
	};
}

/** Moves all waiting events in a transaction that holds the lock. `now` is real time. */
export async function moveAllWaiting(transaction: Database, now: number): Promise<void> {
	while ((await moveWaiting(transaction, { now, limit: batchEvents })).moved === batchEvents);
}

function moveBatch(database: Database, clock: Clock): ReturnType<typeof moveWaiting> {
	return database.transaction().execute(async (transaction) => {
		await lockMove(transaction);
		return moveWaiting(transaction, { now: clock.now(), limit: batchEvents });
	});
}
