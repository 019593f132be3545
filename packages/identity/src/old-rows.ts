import type { Database } from "@cardseal/platform/db";
import type { OldRows } from "@cardseal/platform/jobs";
import { deleteExpiredConsentRequests, deleteExpiredSavedRequests } from "./oauth/authorize/consent.store.ts";
import { deleteOldGrantRows } from "./oauth/grants/grants.store.ts";
import { deleteExpiredRevocations } from "./oauth/token/tokens.store.ts";
import { deleteExpiredInvitations } from "./staff/invitations/invitations.store.ts";
import { deleteOldStaffNotices } from "./staff/notices/staff-notices.store.ts";
import { deleteExpiredChallenges } from "./staff/passkeys/passkeys.store.ts";
import { deleteExpiredResets } from "./staff/passwords/passwords.store.ts";
import { deleteExpiredStaffSessions } from "./staff/sessions/sessions.store.ts";

const day = 24 * 3_600_000;

/** A clock ahead by less frees nothing that counts. */
const revocationMs = 30 * day;

/** The time to detect reuse of a code or token. */
const codeMemoryMs = 30 * day;
const refreshTokenMemoryMs = 90 * day;

const noticeMs = 30 * day;

export async function deleteOldRows(database: Database, { expired, before, mailAheadMs }: OldRows): Promise<void> {
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
	const oldNotices = before(noticeMs);
	await deleteOldStaffNotices(database, "account_security", oldNotices);
	await deleteOldStaffNotices(database, "bank_account_changed", oldNotices + mailAheadMs);
	await deleteOldStaffNotices(database, "owner_notice", oldNotices + mailAheadMs);
	await deleteOldStaffNotices(database, "payment_approval", oldNotices + mailAheadMs);
}
