import type { DeleteOldRows } from "@cardseal/platform/jobs";
import { deleteExpiredConsentRequests, deleteExpiredSavedRequests } from "./oauth/authorize/consent.store.ts";
import { deleteOldGrantRows } from "./oauth/grants/grants.store.ts";
import { deleteExpiredRevocations } from "./oauth/token/tokens.store.ts";
import { deleteExpiredInvitations } from "./staff/invitations/invitations.store.ts";
import { deleteOldStaffMails } from "./staff/mails/staff-mails.store.ts";
import { deleteExpiredChallenges } from "./staff/passkeys/passkeys.store.ts";
import { deleteExpiredResets } from "./staff/passwords/passwords.store.ts";
import { deleteExpiredStaffSessions } from "./staff/sessions/sessions.store.ts";

const day = 24 * 3_600_000;

/** A clock ahead by less frees nothing that counts. */
const revocationMs = 30 * day;

/** The time to detect reuse of a code or token. */
const codeMemoryMs = 30 * day;
const refreshTokenMemoryMs = 90 * day;

const staffMailMs = 30 * day;

export const deleteOldRows: DeleteOldRows = async (database, { expired, before, mailAheadMs }) => {
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
