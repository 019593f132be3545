import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { invitationRoutes } from "./invitations/invitation.route.ts";
import { accountRoutes } from "./members/account.route.ts";
import { staffRoutes } from "./members/members.route.ts";
import { passkeySignInRoutes } from "./passkeys/passkey-sign-in.route.ts";
import { passkeyRoutes } from "./passkeys/passkeys.route.ts";
import { passwordResetRoutes } from "./passwords/password-reset.route.ts";
import { secondFactorRoutes } from "./second-factor/second-factor.route.ts";
import { sessionRoute } from "./sessions/session.route.ts";
import { endSessionRoutes, sessionListRoute, signOutRoute } from "./sessions/sessions.route.ts";
import { signInRoutes } from "./sign-in/sign-in.route.ts";
import type { SignInPagesContext, StaffRouteOptions } from "./sign-in/sign-in-context.ts";
import { stepUpRoute } from "./step-up/step-up.route.ts";

export function staffPageRoutes(app: OpenAPIHono<GatewayEnv>, signIn: SignInPagesContext): void {
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
