import type { MiddlewareHandler } from "hono";
import { withinDeadline } from "../db/request-deadline.ts";
import type { GatewayEnv } from "./gateway-env.ts";

/** The time of a request, without waiting for its client or for a processor. */
export const requestLimitMs = 10_000;

/** Answers 503 at the deadline of a request, whatever it waits for; no statement of it is sent after that. */
export function answerInTime({ except }: { except: readonly string[] }): MiddlewareHandler<GatewayEnv> {
	return async (context, next) => {
		if (except.includes(context.req.path)) return next();
		await withinDeadline(requestLimitMs, next);
	};
}
