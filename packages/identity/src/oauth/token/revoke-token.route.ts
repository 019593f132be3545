import { callerOf, jsonAnswer } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { AuthenticateClient } from "../clients/client-authentication.ts";
import { oauthProblem } from "../oauth-problem.ts";
import type { AccessTokens } from "./access.ts";
import { authenticate } from "./authenticate.ts";
import { clientErrors, clientFields, oauthErrors, readClientRequest } from "./client-request.ts";
import { revokeShownToken, revokeToken } from "./revoke-token.ts";
import type { GrantContext } from "./token-request.ts";

export interface RevokeTokenRouteOptions extends GrantContext {
	accessTokens: AccessTokens;
	authenticateClient: AuthenticateClient;
}

const revokeShown = createRoute({
	method: "post",
	operationId: "revokeToken",
	path: "/oauth/revoke",
	tags: ["Authorization"],
	summary: "Revoke one of the client's tokens (RFC 7009)",
	description:
		"An access token or a refresh token. A partner's token takes all other tokens of the same grant with it. Unknown tokens and tokens of other clients get the same response.",
	security: [{}, { basic: [] }],
	responses: {
		200: jsonAnswer("A token of this client is revoked, on every gateway", z.object({})),
		...clientErrors,
	},
});

const revocationForm = z.object({
	token: z.string(),
	token_type_hint: z.enum(["access_token", "refresh_token"]).optional().openapi({ description: "Not needed" }),
	...clientFields,
});

/** The specification revokes the carried token; RFC 7009 names one. */
export function revokeTokenRoutes(app: OpenAPIHono<GatewayEnv>, options: RevokeTokenRouteOptions): void {
	const revokeCarried = createRoute({
		method: "delete",
		operationId: "revokeCurrentToken",
		path: "/oauth/revoke_token",
		tags: ["Authorization"],
		summary: "Revoke the token of this request",
		description: "Also revokes a partner's refresh token.",
		security: [{ bearer: [] }],
		middleware: [authenticate(options.accessTokens)] as const,
		responses: {
			204: { description: "The token is revoked, on every gateway" },
			...oauthErrors,
		},
	});
	app.openapi(revokeCarried, async (context) => {
		await revokeToken(options, context.get("tokenAccess"), callerOf(context));
		return context.body(null, 204);
	});

	app.openAPIRegistry.registerPath({
		...revokeShown,
		request: { body: { required: true, content: { "application/x-www-form-urlencoded": { schema: revocationForm } } } },
	});
	app.openapi({ ...revokeShown, hide: true }, async (context) => {
		const { client, form, caller } = await readClientRequest(context, options.authenticateClient);
		const token = form.get("token");
		if (token === undefined) throw oauthProblem("invalid_request", "Send the token to revoke.");
		await revokeShownToken(options, { client, token, caller });
		return context.json({}, 200);
	});
}
