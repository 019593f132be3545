import { originCommands } from "./origins/origin.command.ts";
import { processorCommands } from "./processor-accounts/processor.command.ts";
import { hostedFormOnlyCommands } from "./settings/hosted-form-only.command.ts";
import { noticeCommands } from "./settings/notices.command.ts";

/** The manifest of the service: what the gateway joins with that of others. */
export const merchants = {
	name: "merchants",
	commands: [originCommands, hostedFormOnlyCommands, processorCommands, noticeCommands],
};

export { allowOrigin } from "./origins/allow-origin.ts";
export { addOrigin } from "./origins/origin.command.ts";
export { isOrigin } from "./origins/origin.ts";
export { isAllowedOrigin } from "./origins/origins.store.ts";
export type { ProcessorsContext } from "./processor-accounts/processor.command.ts";
