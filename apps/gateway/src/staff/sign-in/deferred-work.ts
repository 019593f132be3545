import { createKeyedLock } from "@cardseal/batch";
import type { Logger } from "pino";
import { Problem } from "../../problem.ts";

/** Work that is done after its answer, so that the answer's time tells nothing of whether there was any (rule X-30). */
export interface DeferredWork {
	/** Has it done in its turn; what it throws is logged. @throws Problem 503 when too much is waiting */
	begin(work: () => Promise<void>): void;
	/** Resolves when all that was begun has ended. */
	settled(): Promise<void>;
}

/** Some seconds of work. */
const maximumWaiting = 200;

/** One at a time: it is never urgent, and a flood of it must not take the connections that payments need. */
export function createDeferredWork(log: Pick<Logger, "error">): DeferredWork {
	const inTurn = createKeyedLock();
	const waiting = new Set<Promise<void>>();
	return {
		begin(work) {
			if (waiting.size >= maximumWaiting) {
				const headers = { "Retry-After": "10" };
				throw new Problem("UNAVAILABLE", "Too many people ask for this. Try again in ten seconds.", { headers });
			}
			const done = inTurn("deferredWork", work)
				.catch((error: unknown) => log.error({ err: error }, "work after an answer failed"))
				.finally(() => waiting.delete(done));
			waiting.add(done);
		},
		async settled() {
			await Promise.all(waiting);
		},
	};
}
