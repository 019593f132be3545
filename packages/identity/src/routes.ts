import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { authorizeRoutes } from "./oauth/authorize/authorize.route.ts";
import { type CredentialRouteOptions, credentialRoutes } from "./oauth/clients/credentials.route.ts";
import { metadataRoutes } from "./oauth/metadata.route.ts";
import { partnerImageRoute, partnerRoutes } from "./oauth/partners/partners.route.ts";
import { type RevokeTokenRouteOptions, revokeTokenRoutes } from "./oauth/token/revoke-token.route.ts";
import { type TokenRouteOptions, tokenRoute } from "./oauth/token/token.route.ts";
import type { SignInContext } from "./staff/sign-in/sign-in-context.ts";

interface OauthRouteOptions extends TokenRouteOptions, RevokeTokenRouteOptions {
	signInContext: SignInContext;
	publicUrl: string;
}

export function oauthRoutes(app: OpenAPIHono<GatewayEnv>, options: OauthRouteOptions): void {
	tokenRoute(app, options);
	revokeTokenRoutes(app, options);
	authorizeRoutes(app, options.signInContext);
	partnerImageRoute(app, options.database);
	metadataRoutes(app, options.publicUrl, options.accessTokens);
}

export function oauthWebRoutes(webApi: OpenAPIHono<GatewayEnv>, options: CredentialRouteOptions): void {
	partnerRoutes(webApi, options);
	credentialRoutes(webApi, options);
}
