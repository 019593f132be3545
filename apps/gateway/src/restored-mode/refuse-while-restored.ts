import type { MiddlewareHandler } from "hono";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { isReading } from "../http/is-reading.ts";
import type { RestoredMode } from "./restored-mode.ts";

/**
 * The routes that move money, or decide what does: payments, customers with their cards and subscriptions, their erasure, wallets, answers
 * of payers and notices of processors. The clock of the sandbox runs renewals.
 */
const movesMoney =
	/^(?:(?:\/app\/api)?\/(?:transaction-service|transaction-service-vt|customer-service)\/|\/app\/api\/customers\/|\/app\/api\/wallet\/|\/app\/incoming-requests\/|\/pay\/|\/processors\/|\/sandbox\/clock)/;

/**
 * Requests that give lasting access. Access that was revoked in the lost window is valid again, until somebody repeats the revocation.
 * Whatever takes access away goes on.
 */
const givesAccess = [
	/^POST \/app\/api\/(?:credentials|origins|staff\/invitations|account\/(?:passkeys|live|password|second-factor(?:\/confirm)?|recovery-codes))$/,
	/^DELETE \/app\/api\/account\/second-factor$/,
	/^POST \/app\/api\/processor-accounts(?:\/[^/]+\/change)?$/,
	/^(?:POST|PATCH) (?:\/app\/api)?\/event-service\/endpoint(?:\/[^/]+(?:\/rotate-secret)?)?$/,
	/^PATCH \/app\/api\/(?:credentials|staff)\/[^/]+$/,
	/^PATCH \/app\/api\/settings\/send-limits$/,
	/^PUT \/app\/api\/settings\/bank-account$/,
	/^POST \/app\/invitation\/[^/]+$/,
	/^POST \/oauth\/authorize$/,
];

/** Returns true for a request that is refused while the database is restored. Pure. */
export function isRefusedWhileRestored(method: string, path: string): boolean {
	if (isReading(method)) return false;
	const request = `${method} ${path.replace(/\/$/, "")}`;
	return movesMoney.test(path) || givesAccess.some((pattern) => pattern.test(request));
}

/** Refuses requests that move money or give access while the database is restored, before their bodies are read. */
export function refuseWhileRestored(
	mode: Pick<RestoredMode, "isNormal" | "requireNormal">,
): MiddlewareHandler<GatewayEnv> {
	return async (context, next) => {
		if (!mode.isNormal && isRefusedWhileRestored(context.req.method, context.req.path)) mode.requireNormal();
		await next();
	};
}
