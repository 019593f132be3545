import type { MiddlewareHandler } from "hono";
import type { GatewayEnv } from "../http/gateway-env.ts";
import type { EventMover } from "./mover.ts";

export function wakeAfterChanges(mover: Pick<EventMover, "wake">): MiddlewareHandler<GatewayEnv> {
	return async (context, next) => {
		await next();
		if (context.req.method !== "GET") mover.wake();
	};
}
