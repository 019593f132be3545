import { scopes } from "@cardseal/merchants";
import { jsonAnswer } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { AccessTokens } from "./token/access.ts";

const jwksPath = "/.well-known/jwks.json";

const clientAuthenticationMethods = ["client_secret_basic", "client_secret_post"];

const publicKeySchema = z.object({
	kty: z.literal("OKP"),
	crv: z.literal("Ed25519"),
	x: z.string().openapi({ description: "The public key in base64url" }),
	kid: z.string(),
	use: z.literal("sig"),
	alg: z.literal("EdDSA"),
});

const metadataSchema = z.object({
	issuer: z.string(),
	authorization_endpoint: z.string(),
	token_endpoint: z.string(),
	revocation_endpoint: z.string(),
	jwks_uri: z.string(),
	scopes_supported: z.array(z.string()),
	response_types_supported: z.array(z.string()),
	response_modes_supported: z.array(z.string()),
	authorization_response_iss_parameter_supported: z.boolean(),
	grant_types_supported: z.array(z.string()),
	token_endpoint_auth_methods_supported: z.array(z.string()),
	revocation_endpoint_auth_methods_supported: z.array(z.string()),
	code_challenge_methods_supported: z.array(z.string()),
	service_documentation: z.string(),
});

const keysRoute = createRoute({
	method: "get",
	operationId: "getJwks",
	path: jwksPath,
	tags: ["Authorization"],
	summary: "The public keys that access tokens are signed with (RFC 7517)",
	responses: { 200: jsonAnswer("A JSON Web Key Set", z.object({ keys: z.array(publicKeySchema) })) },
});

const metadataRoute = createRoute({
	method: "get",
	operationId: "getAuthorizationServerMetadata",
	path: "/.well-known/oauth-authorization-server",
	tags: ["Authorization"],
	summary: "Metadata of the authorization service (RFC 8414)",
	responses: { 200: jsonAnswer("Its metadata", metadataSchema) },
});

export function metadataRoutes(app: OpenAPIHono<GatewayEnv>, publicUrl: string, accessTokens: AccessTokens): void {
	app.openapi(keysRoute, async (context) => {
		const keys = await accessTokens.publicKeys();
		const published = keys.map((key) => ({
			...key,
			kty: "OKP" as const,
			crv: "Ed25519" as const,
			use: "sig" as const,
			alg: "EdDSA" as const,
		}));
		return context.json({ keys: published }, 200);
	});
	app.openapi(metadataRoute, (context) =>
		context.json(
			{
				issuer: publicUrl,
				authorization_endpoint: `${publicUrl}/oauth/authorize`,
				token_endpoint: `${publicUrl}/oauth/token`,
				revocation_endpoint: `${publicUrl}/oauth/revoke`,
				jwks_uri: `${publicUrl}${jwksPath}`,
				scopes_supported: [...scopes],
				response_types_supported: ["code"],
				response_modes_supported: ["query"],
				// RFC 9207: responses name their issuer.
				authorization_response_iss_parameter_supported: true,
				grant_types_supported: ["authorization_code", "refresh_token", "client_credentials"],
				token_endpoint_auth_methods_supported: clientAuthenticationMethods,
				revocation_endpoint_auth_methods_supported: clientAuthenticationMethods,
				code_challenge_methods_supported: ["S256"],
				service_documentation: `${publicUrl}/docs`,
			},
			200,
		),
	);
}
