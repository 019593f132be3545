import type { Job } from "@cardseal/platform/jobs";
import { auditCommands } from "./audit-list/audit.command.ts";
import { namedMerchant } from "./audit-list/audit-list.store.ts";
import { deleteOldRows } from "./old-rows.ts";
import { originCommands } from "./origins/origin.command.ts";
import { processorCommands } from "./processor-accounts/processor.command.ts";
import type { RequestLog } from "./request-log/request-log.ts";
import { dunningMailCommands } from "./settings/dunning-mails.command.ts";
import { hostedFormOnlyCommands } from "./settings/hosted-form-only.command.ts";
import { ownerMails } from "./staff-mails/owner-mails.ts";

/** The manifest of the service: what the gateway joins with that of others. */
export const merchants = {
	commands: [originCommands, hostedFormOnlyCommands, processorCommands, dunningMailCommands, auditCommands],
	jobs: ({ requestLog }: { requestLog: RequestLog }): Job[] => [
		{ name: "request log", everyMs: 1_000, run: () => requestLog.write() },
	],
	deleteOldRows,
	namedObjects: [namedMerchant],
	whileRestored: [
		/^DELETE \/app\/api\/origins$/,
		/^POST \/app\/api\/processor-accounts\/[^/]+\/(?:remove|verify)$/,
		/^POST \/app\/api\/keys\/(?:rotate|[^/]+\/retire)$/,
	],
	ownerMails,
	personalColumns: { staff_notices: ["details", "client_address"] },
} as const;

export { auditListRoutes } from "./audit-list/audit-list.route.ts";
export type { AuditNames } from "./audit-list/audit-list.store.ts";
export { createLiveTwin, createMerchant } from "./create-merchant.ts";
export { createMerchantTables } from "./create-tables.store.ts";
export { publicLogoRoute } from "./logo/logo.route.ts";
export { merchantCommands } from "./merchant.command.ts";
export { hasLiveMerchant } from "./merchants.store.ts";
export { allowOrigin } from "./origins/allow-origin.ts";
export { isOrigin } from "./origins/origin.ts";
export { moveProcessorAccounts } from "./processor-accounts/move-accounts.ts";
export { hasLiveAccounts } from "./processor-accounts/processor-accounts.store.ts";
export type { ProcessorAccount } from "./processor-accounts/tables.ts";
export type { TokenKeys } from "./public-keys/token-keys.ts";
export { collectRequests } from "./request-log/collect-requests.ts";
export { createRequestLogTable } from "./request-log/create-tables.store.ts";
export { createRequestLog, type RequestLog } from "./request-log/request-log.ts";
export { merchantWebRoutes } from "./routes.ts";
export { offeredCurrencies } from "./settings/settings.ts";
