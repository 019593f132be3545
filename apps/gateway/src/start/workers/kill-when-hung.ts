import type { Logger } from "@cardseal/platform/log";
import type { ClusterWorker } from "./cluster-workers.ts";

/** Questions have a limit of 5 s. */
const askEveryMs = 5_000;

/** 30 s or more. */
const maximumMisses = 6;

interface Watching {
	/** Ends when the signal is aborted. */
	pause: (ms: number, signal: AbortSignal) => Promise<void>;
	log: Pick<Logger, "error">;
}

/** Kills a worker that leaves questions unanswered: its callers would wait as long as it hangs. */
export async function killWhenHung(
	worker: Pick<ClusterWorker, "pid" | "kill" | "ended"> & { ask(question: "alive"): Promise<true | undefined> },
	{ pause, log }: Watching,
): Promise<void> {
	const ended = new AbortController();
	void worker.ended.then(() => ended.abort());
	for (let misses = 0; misses < maximumMisses; ) {
		await pause(misses === 0 ? askEveryMs : 0, ended.signal);
		if (ended.signal.aborted) return;
		misses = (await worker.ask("alive")) === true ? 0 : misses + 1;
	}
	if (ended.signal.aborted) return;
	log.error({ worker: worker.pid }, "a worker has hung for half a minute, and is killed");
	worker.kill();
}
