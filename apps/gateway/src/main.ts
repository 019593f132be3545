import { createLog, explainFailedStart, readConfig, startGateway } from "./index.ts";

try {
	const config = readConfig(process.env);
	const log = createLog({ level: config.logLevel });
	const gateway = await startGateway(config, log);
	log.info({ url: gateway.publicUrl }, "ready");
	for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void gateway.stop());
} catch (error) {
	process.stderr.write(`The gateway could not start.\n${explainFailedStart(error)}\n`);
	process.exitCode = 1;
}
