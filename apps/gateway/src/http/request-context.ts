import type { MiddlewareHandler } from "hono";
import { withinDeadline } from "../db/request-deadline.ts";
import { newLookupId } from "../ids.ts";
import type { Logger } from "../log/log.ts";
import { redact } from "../log/redact.ts";
import type { GatewayEnv } from "./gateway-env.ts";

/** Longer paths would fill the log. */
const loggedPathCharacters = 200;

/** In ms, without the time of the client, of a processor and of hashing passwords. */
const requestLimitMs = 10_000;

/** The logged line omits the query, which may hold names and email addresses. */
export function requestContext(log: Logger, publicUrl = ""): MiddlewareHandler<GatewayEnv> {
	return async (context, next) => {
		const startedAt = performance.now();
		const requestId = newLookupId();
		context.set("requestId", requestId);
		context.set("log", log);
		context.set("publicUrl", publicUrl);
		context.header("X-Request-Id", requestId);
		context.header("Cache-Control", "no-store");
		await next();
		log.info({
			request_id: requestId,
			method: context.req.method,
			// Redact before cutting: half a token or card number is no longer recognisable.
			path: redact(context.req.path).slice(0, loggedPathCharacters),
			status: context.res.status,
			ms: Math.round((performance.now() - startedAt) * 10) / 10,
			merchant_id: context.get("access")?.merchant.publicId,
		});
	};
}

/**
 * Answers 503 at the deadline. The request sends no statement of its own after that; a shared one may still carry its
 * rows.
 */
export function answerInTime({ except }: { except: readonly string[] }): MiddlewareHandler<GatewayEnv> {
	return async (context, next) => {
		if (except.includes(context.req.path)) return next();
		await withinDeadline(requestLimitMs, next);
	};
}
