import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { DeleteOldRows, Job } from "@cardseal/platform/jobs";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { auditCommands } from "./audit-list/audit.command.ts";
import { namedMerchant } from "./audit-list/audit-list.store.ts";
import { createMerchantTables } from "./create-tables.store.ts";
import { type LogoRouteOptions, logoRoutes } from "./logo/logo.route.ts";
import { originCommands } from "./origins/origin.command.ts";
import { type OriginRouteOptions, originRoutes } from "./origins/origins.route.ts";
import { processorCommands } from "./processor-accounts/processor.command.ts";
import {
	type ProcessorAccountRouteOptions,
	processorAccountRoutes,
} from "./processor-accounts/processor-accounts.route.ts";
import { type TokenKeyRouteOptions, tokenKeyRoutes } from "./public-keys/token-keys.route.ts";
import { createRequestLogTable } from "./request-log/create-tables.store.ts";
import { type RequestLogRouteOptions, requestLogRoute } from "./request-log/request-log.route.ts";
import { deleteOldRequests } from "./request-log/request-log.store.ts";
import type { RequestLog } from "./request-log/request-log.ts";
import { dunningMailCommands } from "./settings/dunning-mails.command.ts";
import { hostedFormOnlyCommands } from "./settings/hosted-form-only.command.ts";
import { type SettingsRouteOptions, settingsRoutes } from "./settings/settings.route.ts";
import { ownerMails } from "./staff-mails/owner-mails.ts";

const requestLogMs = 7 * 24 * 3_600_000;

const deleteOldRows: DeleteOldRows = (database, { before }) => deleteOldRequests(database, before(requestLogMs));

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
	createTables: { merchants: createMerchantTables, requestLog: createRequestLogTable },
	ownerMails,
	personalColumns: { staff_notices: ["details", "client_address"] },
} as const;

export function merchantWebRoutes(
	webApi: OpenAPIHono<GatewayEnv>,
	options: RequestLogRouteOptions &
		OriginRouteOptions &
		TokenKeyRouteOptions &
		SettingsRouteOptions &
		LogoRouteOptions &
		ProcessorAccountRouteOptions,
): void {
	requestLogRoute(webApi, options);
	originRoutes(webApi, options);
	tokenKeyRoutes(webApi, options);
	settingsRoutes(webApi, options);
	logoRoutes(webApi, options);
	processorAccountRoutes(webApi, options);
}

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
export { offeredCurrencies } from "./settings/settings.ts";
