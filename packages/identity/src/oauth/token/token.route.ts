import { jsonAnswer } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { AuthenticateClient } from "../clients/client-authentication.ts";
import { oauthProblem } from "../oauth-problem.ts";
import type { AccessTokens } from "./access.ts";
import { exchangeCode } from "./authorization-code.ts";
import { grantByCredentials } from "./client-credentials.ts";
import { type ClientRequest, clientErrors, clientFields, readClientRequest } from "./client-request.ts";
import { refreshGrant } from "./refresh-token.ts";
import type { GrantContext, Granted, TokenRequest } from "./token-request.ts";

const tokenAnswerSchema = z
	.object({
		access_token: z.string(),
		token_type: z.literal("Bearer"),
		refresh_token: z
			.string()
			.optional()
			.openapi({ description: "Only for a partner; valid for one refresh, whose response has the next one" }),
		expires_in: z.int().openapi({ description: "Seconds", example: 1200 }),
		merchant_id: z.string(),
		scope: z.string().openapi({ example: "customer plan transaction eft event" }),
	})
	.openapi("AccessToken");

const scope = z.string().optional();

const clientCredentialsForm = z
	.object({
		grant_type: z.literal("client_credentials"),
		...clientFields,
		scope: scope.openapi({
			description:
				"Some of the credential's scopes, separated by spaces; all by default, or for `ecom`. `:read` narrows one to reading, such as `transaction:read`. Unknown ones are ignored beside a known one",
		}),
	})
	.openapi("ClientCredentialsGrant");

const authorizationCodeForm = z
	.object({
		grant_type: z.literal("authorization_code"),
		...clientFields,
		code: z.string().openapi({ description: "The code from the redirect; valid for 60 s, once" }),
		redirect_uri: z.string().openapi({ description: "The same as at /oauth/authorize" }),
		code_verifier: z
			.string()
			.optional()
			.openapi({ description: "The verifier of the code_challenge, if there was one (RFC 7636, S256)" }),
	})
	.openapi("AuthorizationCodeGrant");

const refreshTokenForm = z
	.object({
		grant_type: z.literal("refresh_token"),
		...clientFields,
		refresh_token: z.string().openapi({ description: "Valid once: store the new one from the response" }),
		scope: scope.openapi({ description: "Some of the granted scopes, for this access token; all by default" }),
	})
	.openapi("RefreshTokenGrant");

const form = z.union([clientCredentialsForm, authorizationCodeForm, refreshTokenForm]);

const route = createRoute({
	method: "post",
	operationId: "createToken",
	path: "/oauth/token",
	tags: ["Authorization"],
	summary: "Get an access token",
	description:
		"For a merchant's own server by client credentials (RFC 6749 §4.4); for a partner by authorization code (§4.1.3) and refresh token (§6). The client id and secret are in the form, in HTTP Basic, or in both when they agree. `grant_type`, `scope`, `code` and `redirect_uri` may be in the query instead. A wrong code or refresh token gets 400, a wrong client 401, each with RFC 6749's `error`. A refresh token or code that is used twice revokes the partner's whole grant.",
	security: [{}, { basic: [] }],
	responses: { 200: jsonAnswer("The token", tokenAnswerSchema), ...clientErrors },
});

export interface TokenRouteOptions extends GrantContext {
	authenticateClient: AuthenticateClient;
	accessTokens: AccessTokens;
	/** @throws Problem 503 while the database is restored */
	restored: { requireNormal(): void };
}

type Grant = (grantContext: GrantContext, request: TokenRequest) => Granted | Promise<Granted>;

const grants: ReadonlyMap<string, Grant> = new Map<string, Grant>([
	["client_credentials", grantByCredentials],
	["authorization_code", exchangeCode],
	["refresh_token", refreshGrant],
]);

export function tokenRoute(app: OpenAPIHono<GatewayEnv>, options: TokenRouteOptions): void {
	// RFC 6749 requires repeated parameters to be refused.
	app.openAPIRegistry.registerPath({
		...route,
		request: { body: { required: true, content: { "application/x-www-form-urlencoded": { schema: form } } } },
	});
	app.openapi({ ...route, hide: true }, async (context) => {
		const request = await readClientRequest(context, options.authenticateClient);
		const parameters = parametersOfGrant(request);
		const grant = grantNamed(parameters.get("grant_type"));
		// A code that was used in the lost window would work again.
		if (grant !== grantByCredentials) options.restored.requireNormal();
		const { client, caller } = request;
		const { holder, scopes, lifetimeSeconds, refreshToken } = await grant(options, { client, parameters, caller });
		context.set("requestClient", { clientId: holder.clientId, merchantId: holder.merchant.publicId });
		context.header("Pragma", "no-cache");
		return context.json(
			{
				access_token: await options.accessTokens.issue(holder, scopes, lifetimeSeconds),
				token_type: "Bearer" as const,
				...(refreshToken !== undefined && { refresh_token: refreshToken }),
				expires_in: lifetimeSeconds,
				merchant_id: holder.merchant.publicId,
				scope: scopes.join(" "),
			},
			200,
		);
	});
}

/** Parameters allowed in the query (rule O-18). */
const queryParameters = ["grant_type", "scope", "code", "redirect_uri"];

/** @throws Problem 400 `invalid_request` for different values in form and query */
function parametersOfGrant({ form, query }: ClientRequest): ReadonlyMap<string, string> {
	const fromQuery = [...query].filter(([name]) => queryParameters.includes(name));
	if (fromQuery.some(([name, value]) => (form.get(name) ?? value) !== value)) {
		throw oauthProblem("invalid_request", "Send each parameter once.");
	}
	return new Map([...form, ...fromQuery]);
}

function grantNamed(grantType: string | undefined): Grant {
	const names = [...grants.keys()].join(", ");
	if (grantType === undefined) throw oauthProblem("invalid_request", `Send a grant_type: ${names}.`);
	const grant = grants.get(grantType);
	if (grant === undefined) throw oauthProblem("unsupported_grant_type", `Use one of these grant types: ${names}.`);
	return grant;
}
