import type { MiddlewareHandler } from "hono";
import { Problem } from "../problem.ts";
import type { GatewayEnv } from "./gateway-env.ts";

/** Requests of one merchant that a gateway works on at once. A busy shop needs a tenth of them. */
export const maximumInFlight = 250;

const tooMany = () =>
	new Problem(
		"TOO_MANY_REQUESTS",
		"Too many of your requests are under way. Wait for some of them, then send this again.",
		{
			headers: { "Retry-After": "1" },
		},
	);

/** Keeps one merchant's flood from the others: what is beyond its share is refused before its body is read. */
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
