import type { MiddlewareHandler } from "hono";
import { Problem } from "../../problem.ts";
import type { GatewayEnv } from "../gateway-env.ts";

/** The limit of requests in flight per merchant and gateway, about ten times what a busy shop needs. */
export const maximumInFlight = 250;

const tooMany = () =>
	new Problem(
		"too_many_in_flight",
		"Too many of your requests are in flight. Wait for some of them, then send this one again.",
		{
			headers: { "Retry-After": "1" },
		},
	);

/**
 * Limits the requests in flight per merchant, so that one merchant cannot starve others. Refuses before the body is
 * read.
 */
export function limitInFlight(): MiddlewareHandler<GatewayEnv> {
	const inFlight = new Map<number, number>();
	const change = (merchantId: number, by: number) => {
		const count = (inFlight.get(merchantId) ?? 0) + by;
		if (count === 0) inFlight.delete(merchantId);
		else inFlight.set(merchantId, count);
		return count;
	};
	return async (context, next) => {
		const { id } = context.get("access").merchant;
		try {
			if (change(id, 1) > maximumInFlight) throw tooMany();
			await next();
		} finally {
			change(id, -1);
		}
	};
}
