import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { authenticate } from "../http/authenticate.ts";
import { callerOf } from "../http/caller.ts";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { problemSchema } from "../http/problem-response.ts";
import type { AccessTokens } from "./access.ts";
import { revokeToken } from "./revoke-token.ts";

export interface RevokeTokenRouteOptions {
	database: Database;
	clocks: Clocks;
	accessTokens: AccessTokens;
}

export function revokeTokenRoute(app: OpenAPIHono<GatewayEnv>, options: RevokeTokenRouteOptions): void {
	const route = createRoute({
		method: "delete",
		path: "/oauth/revoke_token",
		tags: ["Authorization"],
		summary: "Revoke the token that this request carries",
		security: [{ bearer: [] }],
		middleware: [authenticate(options.accessTokens)] as const,
		responses: {
			204: { description: "The token is dead, on every gateway" },
			401: {
				description: "The token was not valid",
				content: { "application/json": { schema: problemSchema } },
			},
		},
	});
	app.openapi(route, async (context) => {
		await revokeToken(options, context.var.tokenAccess, callerOf(context));
		return context.body(null, 204);
	});
}
