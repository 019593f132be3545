import { originCommands } from "./origins/origin.command.ts";
import { processorCommands } from "./processor-accounts/processor.command.ts";
import { hostedFormOnlyCommands } from "./settings/hosted-form-only.command.ts";
import { noticeCommands } from "./settings/notices.command.ts";

/** The manifest of the service: what the gateway joins with that of others. */
export const merchants = {
	commands: [originCommands, hostedFormOnlyCommands, processorCommands, noticeCommands],
	personalColumns: { staff_notices: ["details", "client_address"] },
} as const;

export { createLiveTwin, createMerchant, type NewMerchant } from "./create-merchant.ts";
export { publicLogoRoute } from "./logo/logo.route.ts";
export { hasLiveMerchant, listMerchants } from "./merchants.store.ts";
export { allowOrigin } from "./origins/allow-origin.ts";
export { addOrigin } from "./origins/origin.command.ts";
export { isOrigin } from "./origins/origin.ts";
export { loadProcessors } from "./processor-accounts/load-processors.ts";
export { moveProcessorAccounts } from "./processor-accounts/move-accounts.ts";
export { findProcessorAccount, hasLiveAccounts } from "./processor-accounts/processor-accounts.store.ts";
export type { ProcessorAccount } from "./processor-accounts/tables.ts";
export type { TokenKeys } from "./public-keys/token-keys.ts";
export { merchantWebRoutes } from "./routes.ts";
export { offeredCurrencies } from "./settings/offered-currencies.ts";
export { timeZoneChoices } from "./time-zones.ts";
