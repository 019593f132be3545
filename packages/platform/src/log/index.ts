export { createLog, type Logger } from "./log.ts";
export { openSandboxOutput } from "./output.ts";
export { redact, redactedMessage } from "./redact.ts";
