import { ConfigError, createLog, readConfig, startGateway } from "./index.ts";

try {
	const config = readConfig(process.env);
	const log = createLog({ level: config.logLevel });
	const gateway = await startGateway(config, log);
	log.info({ url: gateway.publicUrl }, "ready");
	for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void gateway.stop());
} catch (error) {
	if (!(error instanceof ConfigError)) throw error;
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
}
