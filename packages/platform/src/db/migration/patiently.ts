import { setTimeout as delay } from "node:timers/promises";
import { ConfigError } from "../../config-error.ts";

const retryPauseMs = 1_000;
const defaultPatienceMs = 600_000;

/** Lock not available, deadlock, time limit. */
const busyStates = new Set(["55P03", "40P01", "57014"]);

export async function patiently(
	name: string,
	attempt: () => Promise<void>,
	patienceMs = defaultPatienceMs,
): Promise<void> {
	const startedAt = performance.now();
	for (;;) {
		try {
			return await attempt();
		} catch (error) {
			if (!isBusy(error)) throw error;
			if (performance.now() - startedAt > patienceMs) throw tooBusy(name, error);
			await delay(retryPauseMs);
		}
	}
}

function isBusy(error: unknown): boolean {
	return error instanceof Error && "code" in error && busyStates.has(String(error.code));
}

function tooBusy(name: string, cause: unknown): ConfigError {
	return new ConfigError(
		`The migration ${name} found no moment for its locks: end the transactions that are open for long (select * from ` +
			"pg_stat_activity order by xact_start), and run it again.",
		{ cause },
	);
}
