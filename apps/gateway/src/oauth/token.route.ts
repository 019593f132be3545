import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { parametersOf, readForm } from "../http/form-body.ts";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { problemSchema } from "../http/problem-response.ts";
import type { AccessTokens } from "./access.ts";
import type { AuthenticateClient } from "./client-authentication.ts";
import type { CredentialWithSecret } from "./credentials.store.ts";
import { oauthProblem } from "./oauth-problem.ts";
import { isScope, type Scope } from "./scopes.ts";

const tokenAnswerSchema = z
	.object({
		access_token: z.string(),
		token_type: z.literal("Bearer"),
		expires_in: z.int().openapi({ description: "Seconds", example: 1200 }),
		merchant_id: z.string(),
		scope: z.string().openapi({ example: "customer plan transaction eft" }),
	})
	.openapi("TokenAnswer");

const form = z.object({
	grant_type: z.literal("client_credentials"),
	client_id: z.string().optional(),
	client_secret: z.string().optional(),
	scope: z
		.string()
		.optional()
		.openapi({ description: "Some of the credential's scopes, separated by spaces; all by default" }),
});

const errorAnswer = { content: { "application/json": { schema: problemSchema } } };

const route = createRoute({
	method: "post",
	path: "/oauth/token",
	tags: ["Authorization"],
	summary: "Get an access token",
	description:
		"Client credentials grant (RFC 6749 §4.4). The client id and secret come in the form, as HTTP Basic, or both when they agree.",
	security: [{}, { basic: [] }],
	responses: {
		200: { description: "The token", content: { "application/json": { schema: tokenAnswerSchema } } },
		400: { description: "A parameter is missing or wrong", ...errorAnswer },
		401: { description: "The client id or secret is wrong", ...errorAnswer },
		429: { description: "Too many wrong secrets", ...errorAnswer },
	},
});

export interface TokenRouteOptions {
	authenticateClient: AuthenticateClient;
	accessTokens: AccessTokens;
}

export function tokenRoute(app: OpenAPIHono<GatewayEnv>, options: TokenRouteOptions): void {
	// The form is described here and read by `readForm`: RFC 6749 wants repeated parameters refused, not merged.
	app.openAPIRegistry.registerPath({
		...route,
		request: { body: { required: true, content: { "application/x-www-form-urlencoded": { schema: form } } } },
	});
	app.openapi({ ...route, hide: true }, async (context) => {
		const parameters = await readForm(context);
		refuseSecretsInQuery(context.req.url);
		requireSupportedGrant(parameters.get("grant_type"));
		const credential = await options.authenticateClient({
			authorization: context.req.header("Authorization"),
			form: parameters,
			address: context.var.clientAddress,
			requestId: context.var.requestId,
		});
		const scopes = grantScopes(credential, parameters.get("scope"));
		context.header("Pragma", "no-cache");
		return context.json(
			{
				access_token: await options.accessTokens.issue(credential, scopes, credential.tokenLifetimeSeconds),
				token_type: "Bearer" as const,
				expires_in: credential.tokenLifetimeSeconds,
				merchant_id: credential.merchant.publicId,
				scope: scopes.join(" "),
			},
			200,
		);
	});
}

/** What stands in a URL ends up in logs and histories (RFC 6749 §2.3.1). */
function refuseSecretsInQuery(url: string): void {
	const query = parametersOf(new URL(url).searchParams);
	if (!query.has("client_secret")) return;
	throw oauthProblem("invalid_request", "Send client_secret in the form, never in the address. Replace this secret.");
}

function requireSupportedGrant(grantType: string | undefined): void {
	if (grantType === "client_credentials") return;
	if (grantType === undefined) throw oauthProblem("invalid_request", "Send grant_type=client_credentials.");
	throw oauthProblem("unsupported_grant_type", "Use grant_type=client_credentials.");
}

function grantScopes(credential: CredentialWithSecret, requested: string | undefined): Scope[] {
	if (requested === undefined) return credential.scopes;
	const scopes = requested.split(" ").filter((scope) => scope !== "");
	const isGranted = (scope: string): scope is Scope => isScope(scope) && credential.scopes.includes(scope);
	if (!scopes.every(isGranted)) {
		throw oauthProblem("invalid_scope", `This credential may ask for: ${credential.scopes.join(" ")}.`);
	}
	return [...new Set(scopes)];
}
