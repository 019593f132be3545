import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";

const firstWaitMs = 500;
const longestWaitMs = 15_000;

const failuresOfLost = 3;
const longestAbsenceMs = 60_000;

const closeLimitMs = 1_000;

export interface Supervision {
	isLost(): boolean;
	stop(): Promise<void>;
}

/** Restarts the server when the connection ends; retries a failed restart after 0.5 s and then up to 15 s. */
export function supervise(
	first: pg.Client,
	restart: (isStopping: () => boolean) => Promise<pg.Client>,
	log: (message: string) => void,
): Supervision {
	const stopping = new AbortController();
	const isStopping = () => stopping.signal.aborted;
	let presence = first;
	let failures = 0;
	let absentSince: number | undefined;

	async function watch(): Promise<void> {
		while (!isStopping()) {
			await endOf(presence, stopping.signal);
			if (isStopping()) return;
			log("The connection to PostgreSQL has ended. The server is started again if it has ended, too.");
			absentSince = performance.now();
			for (
				let waitMs = firstWaitMs;
				!isStopping() && !(await comesBack());
				waitMs = Math.min(2 * waitMs, longestWaitMs)
			) {
				await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
			}
		}
	}

	async function comesBack(): Promise<boolean> {
		try {
			presence = await restart(isStopping);
		} catch (error) {
			failures++;
			if (!isStopping()) log(`PostgreSQL is not back: ${error instanceof Error ? error.message : error}`);
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
		async stop() {
			stopping.abort();
			await watching;
			await closeConnection(presence);
		},
	};
}

async function endOf(connection: pg.Client, signal: AbortSignal): Promise<void> {
	// Its types lack the field.
	if ((connection as unknown as { _ended: boolean })._ended) return;
	await once(connection, "end", { signal }).catch(() => undefined);
}

export async function closeConnection(client: pg.Client): Promise<void> {
	const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
	const timer = setTimeout(() => connection.stream.destroy(), closeLimitMs);
	await client.end();
	clearTimeout(timer);
}
