import type { Clocks } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import type { Vault } from "@cardseal/vault";
import { credentialCommands } from "./oauth/clients/credential.command.ts";
import { credentialExpiryJob } from "./oauth/clients/credential-expiry.job.ts";
import { credentialUseJob } from "./oauth/clients/credential-use.job.ts";
import type { CredentialUse } from "./oauth/clients/credential-use.ts";
import { partnerCommands } from "./oauth/partners/partner.command.ts";
import { deleteOldRows } from "./old-rows.ts";
import { namedStaff } from "./staff/names.store.ts";
import {
	readDueInvitations,
	readDueOwnerNotices,
	readDueResets,
	readDueSecurityMail,
} from "./staff/notices/due-staff-mail.ts";
import { namedPasskeys } from "./staff/passkeys/passkeys.store.ts";
import { staffCommands } from "./staff/second-factor/staff.command.ts";

/** The manifest of the service: what the gateway joins with that of others. */
export const identity = {
	commands: [staffCommands, credentialCommands, partnerCommands],
	jobs: ({ credentialUse, ...given }: { credentialUse: CredentialUse; database: Database; clocks: Clocks }) => [
		credentialUseJob(credentialUse),
		credentialExpiryJob(given),
	],
	mails: (links: { vault: Vault; publicUrl: string }) => ({
		staff_invitation: readDueInvitations(links),
		password_reset: readDueResets(links),
		account_security: readDueSecurityMail(links),
		owner_notice: readDueOwnerNotices(links),
	}),
	deleteOldRows,
	namedObjects: [namedStaff, namedPasskeys],
	personalColumns: {
		passkeys: ["name"],
		staff: ["email", "name"],
		staff_invitations: ["email", "name"],
		staff_sessions: ["client_address", "user_agent"],
	},
} as const;

export {
	type AuthenticateClient,
	createClientAuthentication,
	hashSecret,
} from "./oauth/clients/client-authentication.ts";
export { secretCharacters, secretPrefixes, withChecksum } from "./oauth/clients/client-secret.ts";
export { type CredentialUse, createCredentialUse } from "./oauth/clients/credential-use.ts";
export { clientName, findClientNames } from "./oauth/clients/merchant-credentials.store.ts";
export { oauthRoutes, oauthWebRoutes } from "./oauth/routes.ts";
export { type AccessTokens, createAccessTokens } from "./oauth/token/access.ts";
export { createTokenAdmission, type TokenAdmission } from "./oauth/token/token-admission.ts";
export { inviteOwner } from "./staff/invitations/invitations.ts";
export { personFields } from "./staff/members/person-fields.ts";
export { createServiceAdmission, createStaffAdmission } from "./staff/members/staff-admission.ts";
export { staffName } from "./staff/names.store.ts";
export { hashPassword } from "./staff/passwords/password.ts";
export { staffPageRoutes, staffWebRoutes } from "./staff/routes.ts";
export { requireStaff, type StaffAccessOptions, stillSignedIn, toLiveMode } from "./staff/sessions/require-session.ts";
export { sessionCookie } from "./staff/sessions/session-cookie.ts";
export { deleteAllSessions } from "./staff/sessions/sessions.store.ts";
export { isLiveStaff, type Sessions } from "./staff/sessions/sessions.ts";
export { createSignInContext, type SignInContextOptions } from "./staff/sign-in/sign-in-context.ts";
