export { type Config, ConfigError, readConfig } from "./config.ts";
export { explainFailedStart } from "./explain-start.ts";
export { type Gateway, type Ports, startGateway } from "./gateway.ts";
export { createLog } from "./log.ts";
export type { DemoFile } from "./sandbox/demo-file.ts";
