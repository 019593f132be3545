import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { callerOf } from "../../http/caller.ts";
import type { GatewayEnv } from "../../http/gateway-env.ts";
import { problemSchema } from "../../http/problem-response.ts";
import type { AuthenticateClient } from "../clients/client-authentication.ts";
import { oauthProblem } from "../oauth-problem.ts";
import type { AccessTokens } from "./access.ts";
import { authenticate } from "./authenticate.ts";
import { clientErrors, clientFields, readClientRequest } from "./client-request.ts";
import { revokeShownToken, revokeToken } from "./revoke-token.ts";
import type { GrantBooks } from "./token-request.ts";

export interface RevokeTokenRouteOptions extends GrantBooks {
	accessTokens: AccessTokens;
	authenticateClient: AuthenticateClient;
}

const revokeShown = createRoute({
	method: "post",
	path: "/oauth/revoke",
	tags: ["Authorization"],
	summary: "Revoke a token of the client's (RFC 7009)",
	description:
		"An access token or a refresh token. A partner's takes all other tokens of the same consent with it. What is no token, or another client's, is answered alike.",
	security: [{}, { basic: [] }],
	responses: {
		200: {
			description: "If it was a token of this client, it is dead, on every gateway",
			content: { "application/json": { schema: z.object({}) } },
		},
		...clientErrors,
	},
});

const revocationForm = z.object({
	token: z.string(),
	token_type_hint: z.enum(["access_token", "refresh_token"]).optional().openapi({ description: "Not needed" }),
	...clientFields,
});

/** The two ways of revoking a token: by carrying it, as the specification has it, and by RFC 7009. */
export function revokeTokenRoutes(app: OpenAPIHono<GatewayEnv>, options: RevokeTokenRouteOptions): void {
	const revokeCarried = createRoute({
		method: "delete",
		path: "/oauth/revoke_token",
		tags: ["Authorization"],
		summary: "Revoke the token that this request carries",
		description: "A partner's refresh token dies with it.",
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
	app.openapi(revokeCarried, async (context) => {
		await revokeToken(options, context.get("tokenAccess"), callerOf(context));
		return context.body(null, 204);
	});

	// Described here and read by `readForm`, as the token endpoint's form is.
	app.openAPIRegistry.registerPath({
		...revokeShown,
		request: { body: { required: true, content: { "application/x-www-form-urlencoded": { schema: revocationForm } } } },
	});
	app.openapi({ ...revokeShown, hide: true }, async (context) => {
		const { client, form, caller } = await readClientRequest(context, options.authenticateClient);
		const token = form.get("token");
		if (token === undefined) throw oauthProblem("invalid_request", "Send the token that is to be revoked.");
		await revokeShownToken(options, { client, token, caller });
		return context.json({}, 200);
	});
}
