import cluster from "node:cluster";
import { createLog, type Logger } from "@cardseal/platform/log";
import { type Config, readConfig } from "./config.ts";
import { explainFailedStart } from "./operator/explain-start.ts";
import { exitInTime } from "./start/exit-in-time.ts";
import { superviseWorkers } from "./start/workers/supervise.ts";
import { endWorker, followSupervisor, peersOfWorker } from "./start/workers/worker.ts";

async function run(config: Config, log: Logger): Promise<void> {
	// A supervisor does not load it, and needs a third of the memory.
	const { startGateway } = await import("./gateway.ts");
	const starting = startGateway(config, log, {}, cluster.isWorker ? peersOfWorker(process.env) : undefined);
	// Registered immediately: a signal during the start would leave PostgreSQL running.
	const stop = () => {
		exitInTime();
		void starting
			.then(
				(gateway) => gateway.stop(),
				() => undefined,
			)
			.finally(() => cluster.isWorker && endWorker());
	};
	for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
	if (!cluster.isWorker) return log.info({ url: (await starting).publicUrl }, "ready");
	// The supervisor also gets it, and handles it.
	process.on("SIGHUP", () => undefined);
	followSupervisor(await starting);
}

try {
	const config = readConfig(process.env);
	const log = createLog({ level: config.logLevel });
	if (cluster.isWorker || config.workers === 1) await run(config, log);
	else if (!(await superviseWorkers(config, log))) process.exitCode = 1;
} catch (error) {
	process.stderr.write(`The gateway could not start.\n${explainFailedStart(error)}\n`);
	process.exitCode = 1;
	if (cluster.isWorker) endWorker();
}
