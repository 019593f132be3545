import type { OwnerMailTexts } from "@cardseal/merchants";
import type { Clocks } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import type { Vault } from "@cardseal/vault";
import type { Kysely } from "kysely";
import { credentialCommands } from "./oauth/clients/credential.command.ts";
import type { CredentialUse } from "./oauth/clients/credential-use.ts";
import { createOauthTables } from "./oauth/create-tables.store.ts";
import { partnerCommands } from "./oauth/partners/partner.command.ts";
import { createStaffMailTables, createStaffTables } from "./staff/create-tables.store.ts";
import {
	readDueInvitations,
	readDueOwnerMails,
	readDueResets,
	readDueSecurityMail,
} from "./staff/mails/due-staff-mail.ts";
import { ownerMails } from "./staff/mails/owner-mails.ts";
import { namedStaff } from "./staff/names.store.ts";
import { createPasskeyTables } from "./staff/passkeys/create-tables.store.ts";
import "./staff/passkeys/tables.ts";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { DeleteOldRows, Job } from "@cardseal/platform/jobs";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { authorizeRoutes } from "./oauth/authorize/authorize.route.ts";
import { deleteExpiredConsentRequests, deleteExpiredSavedRequests } from "./oauth/authorize/consent.store.ts";
import { remindOfExpiry } from "./oauth/clients/credential-expiry.ts";
import { type CredentialRouteOptions, credentialRoutes } from "./oauth/clients/credentials.route.ts";
import { deleteOldGrantRows } from "./oauth/grants/grants.store.ts";
import { metadataRoutes } from "./oauth/metadata.route.ts";
import { partnerImageRoute, partnerRoutes } from "./oauth/partners/partners.route.ts";
import { type RevokeTokenRouteOptions, revokeTokenRoutes } from "./oauth/token/revoke-token.route.ts";
import { type TokenRouteOptions, tokenRoute } from "./oauth/token/token.route.ts";
import { deleteExpiredRevocations } from "./oauth/token/tokens.store.ts";
import { invitationRoutes } from "./staff/invitations/invitation.route.ts";
import { deleteExpiredInvitations } from "./staff/invitations/invitations.store.ts";
import { deleteOldStaffMails } from "./staff/mails/staff-mails.store.ts";
import { accountRoutes } from "./staff/members/account.route.ts";
import { staffRoutes } from "./staff/members/members.route.ts";
import { passkeyFormAt } from "./staff/passkeys/passkey-form.ts";
import { passkeySignInRoutes } from "./staff/passkeys/passkey-sign-in.route.ts";
import { passkeyRoutes } from "./staff/passkeys/passkeys.route.ts";
import { deleteExpiredChallenges, namedPasskeys } from "./staff/passkeys/passkeys.store.ts";
import { passwordResetRoutes } from "./staff/passwords/password-reset.route.ts";
import { deleteExpiredResets } from "./staff/passwords/passwords.store.ts";
import { secondFactorRoutes } from "./staff/second-factor/second-factor.route.ts";
import { staffCommands } from "./staff/second-factor/staff.command.ts";
import { sessionRoute } from "./staff/sessions/session.route.ts";
import { endSessionRoutes, sessionListRoute, signOutRoute } from "./staff/sessions/sessions.route.ts";
import { deleteExpiredStaffSessions } from "./staff/sessions/sessions.store.ts";
import { signInRoutes } from "./staff/sign-in/sign-in.route.ts";
import type { SignInContext, SignInPagesContext, StaffRouteOptions } from "./staff/sign-in/sign-in-context.ts";
import { stepUpRoute } from "./staff/step-up/step-up.route.ts";

const day = 24 * 3_600_000;

/** A clock ahead by less frees nothing that counts. */
const revocationMs = 30 * day;

/** The time to detect reuse of a code or token. */
const codeMemoryMs = 30 * day;
const refreshTokenMemoryMs = 90 * day;

const staffMailMs = 30 * day;

const deleteOldRows: DeleteOldRows = async (database, { expired, before, mailAheadMs }) => {
	await deleteExpiredRevocations(database, before(revocationMs));
	await deleteExpiredSavedRequests(database, expired);
	await deleteExpiredConsentRequests(database, expired);
	await deleteOldGrantRows(database, {
		codesBefore: before(codeMemoryMs),
		tokensBefore: before(refreshTokenMemoryMs),
	});
	await deleteExpiredStaffSessions(database, expired);
	await deleteExpiredChallenges(database, expired);
	await deleteExpiredInvitations(database, expired);
	await deleteExpiredResets(database, expired);
	const oldMails = before(staffMailMs);
	await deleteOldStaffMails(database, "account_security", oldMails);
	await deleteOldStaffMails(database, "bank_account_changed", oldMails + mailAheadMs);
	await deleteOldStaffMails(database, "owner_notice", oldMails + mailAheadMs);
	await deleteOldStaffMails(database, "payment_approval", oldMails + mailAheadMs);
};

/** The manifest of the service: what the gateway joins with that of others. */
export const identity = {
	commands: [staffCommands, credentialCommands, partnerCommands],
	jobs: ({ credentialUse, ...given }: { credentialUse: CredentialUse; database: Database; clocks: Clocks }): Job[] => [
		{ name: "credential use", everyMs: 60_000, run: () => credentialUse.write() },
		{ name: "expiry of credentials", everyMs: 600_000, run: () => remindOfExpiry(given) },
	],
	mails: (links: { vault: Vault; publicUrl: string; ownerMails: OwnerMailTexts }) => ({
		staff_invitation: readDueInvitations(links),
		password_reset: readDueResets(links),
		account_security: readDueSecurityMail(links),
		owner_notice: readDueOwnerMails(links),
	}),
	deleteOldRows,
	namedObjects: [namedStaff, namedPasskeys],
	/** Audit events whose object is a staff member; `%` is any text. */
	staffEvents: [
		...["staff.%", "session.%", "step_up.%", "sign_in.%", "password.%"],
		...["second_factor.%", "recovery_code%", "passkey.%"],
	],
	/** Requests that are safe on a restored database, because they neither move money nor give access. */
	whileRestored: [
		/^POST \/app\/(?:sign-in(?:\/passkey)?|second-factor|sign-out)$/,
		/^POST \/app\/api\/session\/step-up(?:\/passkey(?:\/options)?)?$/,
		/^DELETE \/app\/api\/sessions(?:\/[^/]+)?$/,
		// `token.route.ts` refuses codes and refresh tokens.
		/^POST \/oauth\/(?:token|revoke)$/,
		/^DELETE \/oauth\/revoke_token$/,
		/^DELETE \/app\/api\/(?:credentials|partners|staff|staff\/invitations|account\/passkeys)\/[^/]+$/,
	],
	createTables: {
		async staff(database: Kysely<unknown>) {
			await createStaffTables(database);
			await createPasskeyTables(database);
			await createStaffMailTables(database);
		},
		oauth: createOauthTables,
	},
	ownerMails,
	personalColumns: {
		passkeys: ["name"],
		staff: ["email", "name"],
		staff_invitations: ["email", "name"],
		staff_sessions: ["client_address", "user_agent"],
	},
} as const;

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

export {
	type AuthenticateClient,
	createClientAuthentication,
	hashSecret,
} from "./oauth/clients/client-authentication.ts";
export { secretCharacters, secretPrefixes, withChecksum } from "./oauth/clients/client-secret.ts";
export { type CredentialUse, createCredentialUse } from "./oauth/clients/credential-use.ts";
export { clientName, findClientNames } from "./oauth/clients/merchant-credentials.store.ts";
export { type AccessTokens, createAccessTokens } from "./oauth/token/access.ts";
export { createTokenAdmission, type TokenAdmission } from "./oauth/token/token-admission.ts";
export { inviteOwner } from "./staff/invitations/invitations.ts";
export { personFields } from "./staff/members/person-fields.ts";
export { createServiceAdmission, createStaffAdmission } from "./staff/members/staff-admission.ts";
export { staffName } from "./staff/names.store.ts";
export { hashPassword } from "./staff/passwords/password.ts";
export { requireStaff, type StaffAccessOptions, stillSignedIn, toLiveMode } from "./staff/sessions/require-session.ts";
export { sessionCookie } from "./staff/sessions/session-cookie.ts";
export { deleteAllSessions } from "./staff/sessions/sessions.store.ts";
export { isLiveStaff, type Sessions } from "./staff/sessions/sessions.ts";
export { createSignInContext, type SignInContextOptions } from "./staff/sign-in/sign-in-context.ts";
