import type { MiddlewareHandler } from "hono";
import type { GatewayEnv } from "./gateway-env.ts";

const yearSeconds = 31_536_000;

export function headersOfEveryAnswer({ https }: { https: boolean }): Record<string, string> {
	return {
		"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
		"X-Content-Type-Options": "nosniff",
		"Referrer-Policy": "no-referrer",
		...(https && { "Strict-Transport-Security": `max-age=${yearSeconds}; includeSubDomains` }),
	};
}

export function securityHeaders(options: { https: boolean }): MiddlewareHandler<GatewayEnv> {
	const headers = Object.entries(headersOfEveryAnswer(options));
	return async (context, next) => {
		for (const [name, value] of headers) context.header(name, value);
		await next();
	};
}
