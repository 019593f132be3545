import type { OwnerMailTexts } from "@cardseal/merchants";
import type { Clocks } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import type { Job } from "@cardseal/platform/jobs";
import type { Vault } from "@cardseal/vault";
import { credentialCommands } from "./oauth/clients/credential.command.ts";
import { remindOfExpiry } from "./oauth/clients/credential-expiry.ts";
import type { CredentialUse } from "./oauth/clients/credential-use.ts";
import { partnerCommands } from "./oauth/partners/partner.command.ts";
import { deleteOldRows } from "./old-rows.ts";
import { staff } from "./staff/index.ts";
import {
	readDueInvitations,
	readDueOwnerMails,
	readDueResets,
	readDueSecurityMail,
} from "./staff/mails/due-staff-mail.ts";
import { ownerMails } from "./staff/mails/owner-mails.ts";
import { staffCommands } from "./staff/second-factor/staff.command.ts";

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
	namedObjects: staff.namedObjects,
	staffEvents: staff.staffEvents,
	/** Requests that are safe on a restored database, because they neither move money nor give access. */
	whileRestored: [
		...staff.whileRestored,
		// `token.route.ts` refuses codes and refresh tokens.
		/^POST \/oauth\/(?:token|revoke)$/,
		/^DELETE \/oauth\/revoke_token$/,
		/^DELETE \/app\/api\/(?:credentials|partners)\/[^/]+$/,
	],
	ownerMails,
	personalColumns: staff.personalColumns,
} as const;

export {
	type AuthenticateClient,
	createClientAuthentication,
	hashSecret,
} from "./oauth/clients/client-authentication.ts";
export { secretCharacters, secretPrefixes, withChecksum } from "./oauth/clients/client-secret.ts";
export { type CredentialUse, createCredentialUse } from "./oauth/clients/credential-use.ts";
export { clientName, findClientNames } from "./oauth/clients/merchant-credentials.store.ts";
export { createOauthTables } from "./oauth/create-tables.store.ts";
export { type AccessTokens, createAccessTokens } from "./oauth/token/access.ts";
export { createTokenAdmission, type TokenAdmission } from "./oauth/token/token-admission.ts";
export { oauthRoutes, oauthWebRoutes } from "./routes.ts";
export { createTablesOfStaff, staffPageRoutes, staffWebRoutes } from "./staff/index.ts";
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
