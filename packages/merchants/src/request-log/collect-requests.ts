import { isLookupId, parseNumericId } from "@cardseal/platform";
import { patternOf } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { RequestLog } from "./request-log.ts";

/** Programs that wait for the next event read it with `after`, twice a second. */
const polledRoute = "/event-service/event";

/** Omits successful polls for events: they would hide all other requests. */
export function collectRequests(requestLog: Pick<RequestLog, "note">): MiddlewareHandler<GatewayEnv> {
	return async (context, next) => {
		const startedAt = performance.now();
		await next();
		const client = context.get("requestClient");
		if (client === undefined) return;
		const durationMs = performance.now() - startedAt;
		const route = patternOf(routePath(context, -1));
		const isPolling = context.req.method === "GET" && route === polledRoute && context.req.query("after") !== undefined;
		if (isPolling && context.res.ok) return;
		requestLog.note({
			merchant: client.merchantId,
			requestId: context.get("requestId"),
			method: context.req.method,
			route,
			status: context.res.status,
			reason: context.get("reason"),
			durationMs: Math.round(durationMs * 10) / 10,
			clientId: client.clientId,
			transactionId: context.get("transactionId"),
			named: transactionIn(context.req.param("transaction_id")),
		});
	};
}

/** Omits a path value that has no form of an id. */
function transactionIn(value: string | undefined): string | number | undefined {
	if (value === undefined) return undefined;
	return isLookupId(value) ? value : parseNumericId(value);
}
