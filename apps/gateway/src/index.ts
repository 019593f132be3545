export { type Config, readConfig } from "./config.ts";
export { ConfigError } from "./config-error.ts";
export { type Gateway, startGateway } from "./gateway.ts";
export { createLog } from "./log/log.ts";
export { openSandboxOutput } from "./log/output.ts";
export { explainFailedStart } from "./operator/explain-start.ts";
export type { DemoFile } from "./sandbox/demo-file.ts";
export { exitInTime } from "./start/exit-in-time.ts";
export type { Ports } from "./start/starting.ts";
