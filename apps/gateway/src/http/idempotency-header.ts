import { hasCardNumber } from "@cardseal/card";
import { type OpenAPIHono, type RouteConfig, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { Problem } from "../problem.ts";
import type { GatewayEnv } from "./gateway-env.ts";

const advice = "Send an Idempotency-Key of 1 to 255 printable ASCII characters.";

/** The header as OpenAPI describes it. */
export const idempotencyKeyHeader = z.object({
	"Idempotency-Key": z.string().optional().openapi({
		description:
			"Makes a retry safe: for 24 hours, the same key with the same body returns the stored response and does nothing else",
		example: "order-1042-attempt-1",
	}),
});

/**
 * Describes a route with its Idempotency-Key header, which `idempotencyOf` reads. A header schema on the route itself would
 * make the validator copy all headers.
 */
export function describeKeyedRoute(app: OpenAPIHono<GatewayEnv>, route: RouteConfig): void {
	const { middleware: _middleware, ...description } = route;
	app.openAPIRegistry.registerPath({ ...description, request: { ...route.request, headers: idempotencyKeyHeader } });
}

/** Returns the Idempotency-Key of a request, if it has one. `route` is the path with its parameters' names. */
export function idempotencyOf(context: Context<GatewayEnv>, route: string): { route: string; key: string } | undefined {
	const key = parseIdempotencyKey(context.req.header("Idempotency-Key"));
	return key === undefined ? undefined : { route, key };
}

/** Marks a response that was stored for the same key earlier. */
export function setReplayHeader(context: Context<GatewayEnv>, replayed: boolean): void {
	if (replayed) context.header("Idempotency-Replayed", "true");
}

/**
 * Reads the key from its header: a Structured Field string in double quotes (RFC 8941 §3.3.3), or the bare text that
 * most clients send.
 *
 * @returns the key, or `undefined` without a header
 * @throws Problem 400 for an empty, overlong or unprintable key
 */
export function parseIdempotencyKey(header: string | undefined): string | undefined {
	if (header === undefined) return undefined;
	const key = header.startsWith('"') ? unquote(header) : header;
	if (key === undefined || !/^[\x20-\x7E]{1,255}$/.test(key)) throw new Problem("BAD_REQUEST", advice);
	// Keys are stored in the clear.
	if (hasCardNumber(key))
		throw new Problem("BAD_REQUEST", "Make the Idempotency-Key of something else than a card number.");
	return key;
}

function unquote(header: string): string | undefined {
	if (!/^"(?:[^"\\]|\\["\\])*"$/.test(header)) return undefined;
	return header.slice(1, -1).replace(/\\(["\\])/g, "$1");
}
