import { setTimeout as delay } from "node:timers/promises";
import type { Presence } from "./presence.ts";

const firstWaitMs = 500;
const longestWaitMs = 15_000;

const failuresOfLost = 3;
const longestAbsenceMs = 60_000;

/** After 0.5 s and then up to 15 s. */
export function supervise(
	first: Presence,
	restart: (stopping: AbortSignal) => Promise<Presence>,
	log: (message: string) => void,
) {
	const stopping = new AbortController();
	const { signal } = stopping;
	const stopped = new Promise((resolve) => signal.addEventListener("abort", resolve));
	let presence = first;
	let failures = 0;
	let absentSince: number | undefined;

	async function watch(): Promise<void> {
		for (;;) {
			await Promise.race([presence.ended, stopped]);
			if (signal.aborted) return;
			log("The connection to PostgreSQL has ended. The server is started again if it has ended, too.");
			absentSince = performance.now();
			while (!signal.aborted && !(await comesBack())) {
				const waitMs = Math.min(firstWaitMs * 2 ** (failures - 1), longestWaitMs);
				await delay(waitMs, undefined, { signal }).catch(() => undefined);
			}
		}
	}

	async function comesBack(): Promise<boolean> {
		try {
			presence = await restart(signal);
		} catch (error) {
			failures++;
			if (!signal.aborted) log(`PostgreSQL is not back: ${error instanceof Error ? error.message : error}`);
			return false;
		}
		absentSince = undefined;
		failures = 0;
		log("PostgreSQL is back.");
		return true;
	}

	const watching = watch();
	return {
		isLost: () =>
			failures >= failuresOfLost || (absentSince !== undefined && performance.now() - absentSince > longestAbsenceMs),
		async stop(): Promise<void> {
			stopping.abort();
			await watching;
			await presence.close();
		},
	};
}
