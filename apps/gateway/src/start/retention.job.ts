import { deleteExpiredSessions } from "../card-form/sessions.store.ts";
import { deleteExpiredAttempts } from "../card-testing/attempts.store.ts";
import type { Clock } from "../clock.ts";
import { deleteOldTokenUses } from "../customers/cards/cards.store.ts";
import type { Database } from "../db/database.ts";
import { deleteOldKeys } from "../idempotency/idempotency-keys.store.ts";
import type { Job } from "../jobs/repeat.ts";
import { hourOf } from "../mail/limits.ts";
import { deleteOldCounts, deleteOldFailures } from "../mail/outbox.store.ts";
import { deleteExpiredConsentRequests } from "../oauth/authorize/consent.store.ts";
import { deleteExpiredSavedRequests } from "../oauth/authorize/saved-authorization-requests.store.ts";
import { deleteOldGrantRows } from "../oauth/grants/grants.store.ts";
import { deleteExpiredRevocations } from "../oauth/token/tokens.store.ts";
import { deleteExpiredInvitations } from "../staff/invitations/invitations.store.ts";
import { deleteOldStaffNotices } from "../staff/notices/staff-notices.store.ts";
import { deleteExpiredResets } from "../staff/passwords/password-resets.store.ts";
import { deleteExpiredStaffSessions } from "../staff/sessions/sessions.store.ts";

const hour = 3_600_000;

/** Lifetime of a stored response. */
const idempotencyKeyMs = 24 * hour;

/** Covers clock skew: tokens are accepted a few seconds past their expiry. */
const revocationReserveMs = 60_000;

/** The time that a failed mail stays listed. */
const failedMailMs = 30 * 24 * hour;

const day = 24 * hour;

const noticeMs = 30 * day;

/** The time in which a second use of a code or refresh token is detected as theft. */
const codeMemoryMs = 30 * day;
const refreshTokenMemoryMs = 90 * day;

export interface RetentionClocks {
	real: Clock;
	/** The clock of the mail outbox. */
	mail: Clock;
}

/** Deletes expired rows (PCI DSS 3.2.1: data is stored no longer than needed). */
export function retentionJob(database: Database, clocks: RetentionClocks): Job {
	return {
		name: "retention",
		everyMs: hour,
		async run() {
			const now = clocks.real.now();
			const mailNow = clocks.mail.now();
			await deleteOldKeys(database, now - idempotencyKeyMs);
			await deleteOldTokenUses(database, now);
			await deleteExpiredRevocations(database, now - revocationReserveMs);
			await deleteExpiredSavedRequests(database, now);
			await deleteExpiredConsentRequests(database, now);
			await deleteOldGrantRows(database, {
				codesBefore: now - codeMemoryMs,
				tokensBefore: now - refreshTokenMemoryMs,
			});
			await deleteExpiredSessions(database, now);
			await deleteExpiredAttempts(database, now);
			await deleteExpiredStaffSessions(database, now);
			await deleteExpiredInvitations(database, now);
			await deleteExpiredResets(database, now);
			await deleteOldStaffNotices(database, "account_security", now - noticeMs);
			await deleteOldStaffNotices(database, "bank_account_changed", mailNow - noticeMs);
			await deleteOldFailures(database, mailNow - failedMailMs);
			await deleteOldCounts(database, hourOf(mailNow));
		},
	};
}
