import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { DeleteOldRows } from "@cardseal/platform/jobs";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Kysely } from "kysely";
import { createStaffMailTables, createStaffTables } from "./create-tables.store.ts";
import { invitationRoutes } from "./invitations/invitation.route.ts";
import { deleteExpiredInvitations } from "./invitations/invitations.store.ts";
import { deleteOldStaffMails } from "./mails/staff-mails.store.ts";
import { accountRoutes } from "./members/account.route.ts";
import { staffRoutes } from "./members/members.route.ts";
import { namedStaff } from "./names.store.ts";
import { createPasskeyTables } from "./passkeys/create-tables.store.ts";
import { passkeyFormAt } from "./passkeys/passkey-form.ts";
import { passkeySignInRoutes } from "./passkeys/passkey-sign-in.route.ts";
import { passkeyRoutes } from "./passkeys/passkeys.route.ts";
import { deleteExpiredChallenges, namedPasskeys } from "./passkeys/passkeys.store.ts";
import { passwordResetRoutes } from "./passwords/password-reset.route.ts";
import { deleteExpiredResets } from "./passwords/passwords.store.ts";
import { secondFactorRoutes } from "./second-factor/second-factor.route.ts";
import { sessionRoute } from "./sessions/session.route.ts";
import { endSessionRoutes, sessionListRoute, signOutRoute } from "./sessions/sessions.route.ts";
import { deleteExpiredStaffSessions } from "./sessions/sessions.store.ts";
import { signInRoutes } from "./sign-in/sign-in.route.ts";
import type { SignInContext, SignInPagesContext, StaffRouteOptions } from "./sign-in/sign-in-context.ts";
import { stepUpRoute } from "./step-up/step-up.route.ts";
import "./passkeys/audit-events.ts";
import "./passkeys/tables.ts";

const staffMailMs = 30 * 24 * 3_600_000;

const deleteOldRows: DeleteOldRows = async (database, { expired, before, mailAheadMs }) => {
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

export async function createTablesOfStaff(database: Kysely<unknown>): Promise<void> {
	await createStaffTables(database);
	await createPasskeyTables(database);
	await createStaffMailTables(database);
}

/** The staff's part of the service's manifest. */
export const staff = {
	deleteOldRows,
	namedObjects: [namedStaff, namedPasskeys],
	/** Audit events whose object is a staff member; `%` is any text. */
	staffEvents: [
		...["staff.%", "session.%", "step_up.%", "sign_in.%", "password.%"],
		...["second_factor.%", "recovery_code%", "passkey.%"],
	],
	whileRestored: [
		/^POST \/app\/(?:sign-in(?:\/passkey)?|second-factor|sign-out)$/,
		/^POST \/app\/api\/session\/step-up(?:\/passkey(?:\/options)?)?$/,
		/^DELETE \/app\/api\/sessions(?:\/[^/]+)?$/,
		/^DELETE \/app\/api\/(?:staff|staff\/invitations|account\/passkeys)\/[^/]+$/,
	],
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
