export { ConfigError } from "@cardseal/platform";
export { createLog, openSandboxOutput } from "@cardseal/platform/log";
export { type Config, readConfig } from "./config.ts";
export { type Gateway, startGateway } from "./gateway.ts";
export { explainFailedStart } from "./operator/explain-start.ts";
export type { DemoFile } from "./sandbox/demo-file.ts";
export { exitInTime } from "./start/exit-in-time.ts";
export type { Ports } from "./start/starting.ts";
