import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { authorizeRoutes } from "./oauth/authorize/authorize.route.ts";
import { type CredentialRouteOptions, credentialRoutes } from "./oauth/clients/credentials.route.ts";
import { metadataRoutes } from "./oauth/metadata.route.ts";
import { partnerImageRoute, partnerRoutes } from "./oauth/partners/partners.route.ts";
import { type RevokeTokenRouteOptions, revokeTokenRoutes } from "./oauth/token/revoke-token.route.ts";
import { type TokenRouteOptions, tokenRoute } from "./oauth/token/token.route.ts";
import { invitationRoutes } from "./staff/invitations/invitation.route.ts";
import { accountRoutes } from "./staff/members/account.route.ts";
import { staffRoutes } from "./staff/members/members.route.ts";
import { passkeyFormAt } from "./staff/passkeys/passkey-form.ts";
import { passkeySignInRoutes } from "./staff/passkeys/passkey-sign-in.route.ts";
import { passkeyRoutes } from "./staff/passkeys/passkeys.route.ts";
import { passwordResetRoutes } from "./staff/passwords/password-reset.route.ts";
import { secondFactorRoutes } from "./staff/second-factor/second-factor.route.ts";
import { sessionRoute } from "./staff/sessions/session.route.ts";
import { endSessionRoutes, sessionListRoute, signOutRoute } from "./staff/sessions/sessions.route.ts";
import { signInRoutes } from "./staff/sign-in/sign-in.route.ts";
import type { SignInContext, SignInPagesContext, StaffRouteOptions } from "./staff/sign-in/sign-in-context.ts";
import { stepUpRoute } from "./staff/step-up/step-up.route.ts";

export function staffPageRoutes(
	app: OpenAPIHono<GatewayEnv>,
	{ scriptOf, ...signInContext }: SignInContext & { scriptOf: (source: string) => string },
): void {
	const otherMethod = passkeyFormAt(signInContext.publicUrl, scriptOf("src/sign-in/passkey.ts"));
	const signIn: SignInPagesContext = { ...signInContext, otherMethod };
	signInRoutes(app, signIn);
	passkeySignInRoutes(app, signIn);
	signOutRoute(app, signIn);
	secondFactorRoutes(app, signIn);
	passwordResetRoutes(app, signIn);
	invitationRoutes(app, signIn);
}

export function staffWebRoutes(webApi: OpenAPIHono<GatewayEnv>, options: StaffRouteOptions): void {
	sessionRoute(webApi, options);
	sessionListRoute(webApi, options);
	endSessionRoutes(webApi, options);
	stepUpRoute(webApi, options);
	passkeyRoutes(webApi, options);
	accountRoutes(webApi, options);
	staffRoutes(webApi, options);
}

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
