import type { MiddlewareHandler } from "hono";
import { createSlots } from "../../db/lists/slots.ts";
import { Problem } from "../../problem.ts";
import type { GatewayEnv } from "../gateway-env.ts";

/** About ten times what a busy shop needs. */
export const maximumInFlight = 250;

const tooMany = "Too many of your requests are in flight. Wait for some of them, then send this one again.";

/** Refuses before the body is read. */
export function limitInFlight(): MiddlewareHandler<GatewayEnv> {
	const slots = createSlots<number>({ perKey: maximumInFlight, inAll: Number.POSITIVE_INFINITY });
	return async (context, next) => {
		const free = slots.take(context.get("access").merchant.id);
		if (typeof free === "string") throw new Problem("too_many_in_flight", tooMany, { headers: { "Retry-After": "1" } });
		try {
			await next();
		} finally {
			free();
		}
	};
}
