import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import type { Database } from "../db/database.ts";
import { authenticate } from "../http/authenticate.ts";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { problemSchema } from "../http/problem-response.ts";
import type { AccessTokens } from "./access.ts";
import { revokeToken } from "./credentials.store.ts";

export function revokeTokenRoute(app: OpenAPIHono<GatewayEnv>, database: Database, accessTokens: AccessTokens): void {
	const route = createRoute({
		method: "delete",
		path: "/oauth/revoke_token",
		tags: ["Authorization"],
		summary: "Revoke the token that this request carries",
		security: [{ bearer: [] }],
		middleware: [authenticate(accessTokens)] as const,
		responses: {
			204: { description: "The token is dead, on every gateway" },
			401: {
				description: "The token was not valid",
				content: { "application/json": { schema: problemSchema } },
			},
		},
	});
	app.openapi(route, async (context) => {
		const { tokenId, expiresAt } = context.var.access;
		await revokeToken(database, tokenId, expiresAt);
		return context.body(null, 204);
	});
}
