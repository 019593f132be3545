import type { MiddlewareHandler } from "hono";
import type { GatewayEnv } from "./gateway-env.ts";

const yearSeconds = 31_536_000;

/**
 * Headers that keep a browser from doing anything with an answer but read it. Pages set a policy of their own over this
 * one.
 */
export function securityHeaders(options: { https: boolean }): MiddlewareHandler<GatewayEnv> {
	return async (context, next) => {
		context.header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
		context.header("X-Content-Type-Options", "nosniff");
		context.header("Referrer-Policy", "no-referrer");
		if (options.https) context.header("Strict-Transport-Security", `max-age=${yearSeconds}; includeSubDomains`);
		await next();
	};
}
