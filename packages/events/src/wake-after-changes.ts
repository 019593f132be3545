import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { MiddlewareHandler } from "hono";
import type { EventMover } from "./mover.ts";

export function wakeAfterChanges(mover: Pick<EventMover, "wake">): MiddlewareHandler<GatewayEnv> {
	return async (context, next) => {
		await next();
		if (context.req.method !== "GET") mover.wake();
	};
}
