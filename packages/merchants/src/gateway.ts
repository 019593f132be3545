import { auditCommands } from "./audit-list/audit.command.ts";
import { namedMerchant } from "./audit-list/audit-list.store.ts";
import { deleteOldRows } from "./old-rows.ts";
import { originCommands } from "./origins/origin.command.ts";
import { processorCommands } from "./processor-accounts/processor.command.ts";
import { requestLogJob } from "./request-log/request-log.job.ts";
import type { RequestLog } from "./request-log/request-log.ts";
import { hostedFormOnlyCommands } from "./settings/hosted-form-only.command.ts";
import { noticeCommands } from "./settings/notices.command.ts";

/** The manifest of the service: what the gateway joins with that of others. */
export const merchants = {
	commands: [originCommands, hostedFormOnlyCommands, processorCommands, noticeCommands, auditCommands],
	jobs: ({ requestLog }: { requestLog: RequestLog }) => [requestLogJob(requestLog)],
	deleteOldRows,
	namedObjects: [namedMerchant],
	personalColumns: { staff_notices: ["details", "client_address"] },
} as const;

export { auditListRoutes } from "./audit-list/audit-list.route.ts";
export type { AuditNames } from "./audit-list/audit-list.store.ts";
export { createLiveTwin, createMerchant } from "./create-merchant.ts";
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
export { createRequestLog, type RequestLog } from "./request-log/request-log.ts";
export { merchantWebRoutes } from "./routes.ts";
export { offeredCurrencies } from "./settings/settings.ts";
