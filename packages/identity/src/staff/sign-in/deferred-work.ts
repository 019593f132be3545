import { createKeyedLock } from "@cardseal/batch";
import { Problem } from "@cardseal/platform";
import type { Logger } from "@cardseal/platform/log";

/** Runs after the response, whose time then reveals nothing (rule X-30). */
export interface DeferredWork {
	/** Errors are logged. @throws Problem 503 when the queue is full */
	begin(work: () => Promise<void>): void;
	settled(): Promise<void>;
}

/** Some seconds of work. */
const maximumWaiting = 200;

/** Runs one job at a time: a flood must not take the connections that payments need. */
export function createDeferredWork(log: Pick<Logger, "error">): DeferredWork {
	const inTurn = createKeyedLock();
	const waiting = new Set<Promise<void>>();
	return {
		begin(work) {
			if (waiting.size >= maximumWaiting) {
				const headers = { "Retry-After": "10" };
				throw new Problem("busy", "Too many such requests at the moment. Try again in ten seconds.", {
					headers,
				});
			}
			const done = inTurn("deferredWork", work)
				.catch((error: unknown) => log.error({ err: error }, "work after a response failed"))
				.finally(() => waiting.delete(done));
			waiting.add(done);
		},
		async settled() {
			await Promise.all(waiting);
		},
	};
}
