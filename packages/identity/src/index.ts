export { deleteExpiredConsentRequests } from "./oauth/authorize/consent.store.ts";
export { deleteExpiredSavedRequests } from "./oauth/authorize/saved-authorization-requests.store.ts";
export type { Partner } from "./oauth/clients/client.ts";
export {
	type AuthenticateClient,
	createClientAuthentication,
	hashSecret,
} from "./oauth/clients/client-authentication.ts";
export { secretCharacters, secretPrefixes, withChecksum } from "./oauth/clients/client-secret.ts";
export { credentialExpiryJob } from "./oauth/clients/credential-expiry.job.ts";
export { credentialUseJob } from "./oauth/clients/credential-use.job.ts";
export { type CredentialUse, createCredentialUse } from "./oauth/clients/credential-use.ts";
export {
	createCredential,
	type ListedCredential,
	listCredentials,
	revokeCredential,
	tokenLifetimes,
} from "./oauth/clients/credentials.ts";
export { redirectUriProblem } from "./oauth/clients/redirect-uri.ts";
export { deleteOldGrantRows } from "./oauth/grants/grants.store.ts";
export { readPartnerImage } from "./oauth/partners/partner-image.ts";
export { listPartners } from "./oauth/partners/partners.store.ts";
export { addPartner, type NewPartner, removePartner } from "./oauth/partners/partners.ts";
export { oauthRoutes, oauthWebRoutes } from "./oauth/routes.ts";

import "./oauth/tables.ts";

export { type AccessTokens, createAccessTokens } from "./oauth/token/access.ts";
export { createTokenAdmission, type TokenAdmission } from "./oauth/token/token-admission.ts";
export { deleteExpiredRevocations } from "./oauth/token/tokens.store.ts";
export { deleteExpiredInvitations } from "./staff/invitations/invitations.store.ts";
export { inviteOwner } from "./staff/invitations/invite-owner.ts";
export { linkToken, readLinkToken } from "./staff/link-token.ts";
export { findStaff, listStaff, lockStaffMember } from "./staff/members/members.store.ts";
export { requireEstablished } from "./staff/members/new-member.ts";
export { personFields } from "./staff/members/person-fields.ts";
export { createServiceAdmission, createStaffAdmission } from "./staff/members/staff-admission.ts";
export {
	readDueInvitations,
	readDueOwnerNotices,
	readDueResets,
	readDueSecurityMail,
} from "./staff/notices/due-staff-mail.ts";
export { actorLine, mailToStaff } from "./staff/notices/mail-to-staff.ts";
export { notifyStaff } from "./staff/notices/notify-staff.ts";
export { deleteOldStaffNotices, findStaffNotices, type StaffNotice } from "./staff/notices/staff-notices.store.ts";
export { type Field, field, formProblem, hiddenField } from "./staff/pages/form.ts";
export { pageOf } from "./staff/pages/layout.ts";
export { readPageForm } from "./staff/pages/page-form.ts";
export { pageResponses, pageResponsesBy } from "./staff/pages/page-responses.ts";
export { formBody, page, tags } from "./staff/pages/page-route.ts";
export { problemPage } from "./staff/pages/problem-page.ts";
export { deleteExpiredChallenges } from "./staff/passkeys/passkeys.store.ts";
export { hashPassword } from "./staff/passwords/password.ts";
export { deleteExpiredResets } from "./staff/passwords/password-resets.store.ts";
export { staffPageRoutes, staffWebRoutes } from "./staff/routes.ts";
export { resetSecondFactor } from "./staff/second-factor/second-factor.ts";
export { csrfTokenOf } from "./staff/sessions/csrf.ts";
export {
	requireStaff,
	type StaffAccessOptions,
	staffPage,
	stillSignedIn,
	toLiveMode,
} from "./staff/sessions/require-session.ts";
export { keepFormCookie, sessionCookie } from "./staff/sessions/session-cookie.ts";
export { deleteAllSessions, deleteExpiredStaffSessions } from "./staff/sessions/sessions.store.ts";
export {
	isLiveStaff,
	lockSessionOf,
	type Sessions,
	type StaffSession,
	sessionExpired,
} from "./staff/sessions/sessions.ts";
export { createSignInContext, type SignInContext, type SignInContextOptions } from "./staff/sign-in/sign-in-context.ts";
export { requireSteppedUp } from "./staff/step-up/step-up.ts";
export { stepUpFields } from "./staff/step-up/step-up-fields.ts";
export { stepUpByForm } from "./staff/step-up/step-up-form.ts";

import "./staff/tables.ts";
