import { createLog, exitInTime, explainFailedStart, readConfig, startGateway } from "./index.ts";

try {
	const config = readConfig(process.env);
	const log = createLog({ level: config.logLevel });
	const starting = startGateway(config, log);
	// Registered at once: a signal during the start would otherwise leave PostgreSQL running.
	const stop = () => {
		exitInTime();
		void starting.then(
			(gateway) => gateway.stop(),
			() => undefined,
		);
	};
	for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
	log.info({ url: (await starting).publicUrl }, "ready");
} catch (error) {
	process.stderr.write(`The gateway could not start.\n${explainFailedStart(error)}\n`);
	process.exitCode = 1;
}
