import type { OpenAPIHono, RouteConfig } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { IdempotencyKey } from "../idempotency/idempotency-key.ts";
import type { GatewayEnv } from "./gateway-env.ts";
import { idempotencyKeyHeader, parseIdempotencyKey } from "./idempotency-header.ts";

/**
 * Describes a route with its Idempotency-Key header. The header is described here and read by
 * `idempotencyOf`: a schema for it on the route itself would copy every header there is.
 */
export function describeKeyedRoute(app: OpenAPIHono<GatewayEnv>, route: RouteConfig): void {
	const { middleware: _guards, ...description } = route;
	app.openAPIRegistry.registerPath({ ...description, request: { ...route.request, headers: idempotencyKeyHeader } });
}

/** The request's Idempotency-Key, if it has one. `route` is the path with its parameters' names. */
export function idempotencyOf(context: Context<GatewayEnv>, route: string): IdempotencyKey | undefined {
	const key = parseIdempotencyKey(context.req.header("Idempotency-Key"));
	return key === undefined ? undefined : { route, key };
}

/** Says when an answer is one that the key got before. */
export function setReplayHeader(context: Context<GatewayEnv>, replayed: boolean): void {
	if (replayed) context.header("Idempotency-Replayed", "true");
}
