import type { MiddlewareHandler } from "hono";
import type { GatewayEnv } from "../http/gateway-env.ts";
import type { EventMover } from "./mover.ts";

/** Wakes the mover after every request that may have changed something, so that events are visible soon. */
export function wakeAfterChanges(mover: Pick<EventMover, "wake">): MiddlewareHandler<GatewayEnv> {
	return async (context, next) => {
		await next();
		if (context.req.method !== "GET") mover.wake();
	};
}
