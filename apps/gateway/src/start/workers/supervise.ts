/* node:cluster spreads a proxy's few connections evenly, and resets none when a worker closes. */
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "@cardseal/platform/log";
import type { Config } from "../../config.ts";
import { exitInTime } from "../exit-in-time.ts";
import { serveOperations } from "../operations.ts";
import { forkWorker } from "./cluster-workers.ts";
import { killWhenHung } from "./kill-when-hung.ts";
import { operationsOfWorkers } from "./operations-of-workers.ts";
import { createSupervisor } from "./supervisor.ts";

/** A process is killed after 30 s. */
const exitLimitMs = 28_000;

const closeGraceMs = 1_000;

/**
 * SIGTERM and SIGINT stop, SIGHUP replaces workers.
 * @returns false when the first worker did not start
 */
export async function superviseWorkers(config: Config, log: Logger): Promise<boolean> {
	const operations = operationsOfWorkers(config.workers);
	const pause = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }).catch(() => undefined);
	const supervisor = createSupervisor({
		count: config.workers,
		fork() {
			const worker = forkWorker(operations.publicUrl());
			operations.add(worker);
			void worker.ready.then((isReady) => (isReady ? killWhenHung(worker, { pause, log }) : undefined));
			return worker;
		},
		elapsedMs: () => performance.now(),
		pause,
		log,
	});
	// A signal may come during the start.
	const stopping = Promise.withResolvers<void>();
	const stop = () => {
		exitInTime(exitLimitMs);
		stopping.resolve(supervisor.stop());
	};
	for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
	process.on("SIGHUP", () => void supervisor.reload());
	if (!(await supervisor.start())) return false;
	const server = config.metrics && (await serveOperations({ ...config.metrics, log }, operations));
	const url = operations.publicUrl();
	if (url !== undefined) log.info({ url, workers: config.workers }, "ready");
	await stopping.promise;
	await server?.close(closeGraceMs);
	return true;
}
