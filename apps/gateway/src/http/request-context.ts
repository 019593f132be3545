import type { MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import { newLookupId } from "../ids.ts";
import { redact } from "../redact.ts";
import type { GatewayEnv } from "./gateway-env.ts";

/** No path of ours is longer; what comes from whoever tries things need not fill the log. */
const loggedPathCharacters = 200;

/**
 * Gives every request an id, the headers that every answer has, and one line in the log.
 * The query is left out of the line: it may hold names and e-mail addresses.
 */
export function requestContext(log: Logger): MiddlewareHandler<GatewayEnv> {
	return async (context, next) => {
		const startedAt = performance.now();
		const requestId = newLookupId();
		context.set("requestId", requestId);
		context.set("log", log);
		context.header("X-Request-Id", requestId);
		context.header("Cache-Control", "no-store");
		await next();
		log.info({
			request_id: requestId,
			method: context.req.method,
			// Redacted before it is cut: half a token or card number no longer looks like one.
			path: redact(context.req.path).slice(0, loggedPathCharacters),
			status: context.res.status,
			ms: Math.round((performance.now() - startedAt) * 10) / 10,
			merchant_id: context.get("access")?.merchant.publicId,
		});
	};
}
