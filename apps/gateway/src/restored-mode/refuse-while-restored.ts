import type { MiddlewareHandler } from "hono";
import type { GatewayEnv } from "../http/gateway-env.ts";
import type { RestoredMode } from "./restored-mode.ts";

/**
 * The routes that move money, or decide what does: payments, customers with their cards and subscriptions, their erasure, wallets, answers
 * of payers and notices of processors. The clock of the sandbox runs renewals.
 */
const movesMoney =
	/^(?:(?:\/app\/api)?\/(?:transaction-service|transaction-service-vt|customer-service)\/|\/app\/api\/customers\/|\/app\/api\/wallet\/|\/app\/incoming-requests\/|\/pay\/|\/processors\/|\/sandbox\/clock)/;

const reads = ["GET", "HEAD", "OPTIONS"];

/** Returns true for a request that is refused while the database is restored. Pure. */
export function isRefusedWhileRestored(method: string, path: string): boolean {
	return !reads.includes(method) && movesMoney.test(path);
}

/** Refuses requests that move money while the database is restored, before their bodies are read. */
export function refuseWhileRestored(mode: Pick<RestoredMode, "open" | "requireNormal">): MiddlewareHandler<GatewayEnv> {
	return async (context, next) => {
		if (mode.open !== undefined && isRefusedWhileRestored(context.req.method, context.req.path)) mode.requireNormal();
		await next();
	};
}
