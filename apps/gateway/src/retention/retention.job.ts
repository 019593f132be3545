import { deleteExpiredSessions } from "../card-form/sessions.store.ts";
import { deleteExpiredAttempts } from "../card-testing/attempts.store.ts";
import { deleteOldTokenUses } from "../customers/cards/cards.store.ts";
import type { Database } from "../db/database.ts";
import { deleteOldAttempts, deleteStrayAttempts, deleteStrayDeliveries } from "../events/delivery/deliveries.store.ts";
import { deleteOldEvents } from "../events/events.store.ts";
import { deleteOldKeys } from "../idempotency/idempotency-keys.store.ts";
import type { Job } from "../jobs/repeat.ts";
import { hourOf } from "../mail/limits.ts";
import { deleteOldCounts, deleteOldFailures } from "../mail/outbox.store.ts";
import { deleteEndedCounts } from "../network/client-counts.store.ts";
import { deleteExpiredConsentRequests } from "../oauth/authorize/consent.store.ts";
import { deleteExpiredSavedRequests } from "../oauth/authorize/saved-authorization-requests.store.ts";
import { deleteOldGrantRows } from "../oauth/grants/grants.store.ts";
import { deleteExpiredRevocations } from "../oauth/token/tokens.store.ts";
import { deleteOldChanges } from "../overview/payment-sums.store.ts";
import { deleteEndedNotices } from "../payments/unresolved/notices.store.ts";
import { deleteOldProcessorRequests } from "../payments/unresolved/request-journal.store.ts";
import { deleteOldRequests } from "../request-log/request-log.store.ts";
import { deleteExpiredInvitations } from "../staff/invitations/invitations.store.ts";
import { deleteOldStaffNotices } from "../staff/notices/staff-notices.store.ts";
import { deleteExpiredChallenges } from "../staff/passkeys/passkeys.store.ts";
import { deleteExpiredResets } from "../staff/passwords/password-resets.store.ts";
import { deleteExpiredStaffSessions } from "../staff/sessions/sessions.store.ts";
import type { Cutoff, RetentionClock } from "./retention-clock.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** The clock is observed this often; rows are deleted once an hour. */
const observeEveryMs = 60_000;

/**
 * The reserve on an expiry time. Used card tokens, revocations and stored responses count for a day at most, so they are
 * kept twice as long as they count.
 */
const reserveMs = day;

/** A stored response counts for a day. */
const idempotencyKeyMs = day + reserveMs;

/** The time that a failed mail stays listed. */
const failedMailMs = 30 * day;

const noticeMs = 30 * day;

const requestLogMs = 7 * day;

/**
 * Processors repeat a notice for a month at most, and one that is applied again changes nothing. Disputes follow charges by half a year
 * at most, and have rows of their own.
 */
const processorNoticeMs = 180 * day;

/** No request is in flight for so long, and inquiries end with the outcome. A person reads a request and its notices together. */
const processorRequestMs = processorNoticeMs;

const eventMs = 30 * day;

/** Longer than an overview keeps sums of payments. */
const lateChangeMs = 40 * day;

/** The time in which a second use of a code or refresh token is detected as theft. */
const codeMemoryMs = 30 * day;
const refreshTokenMemoryMs = 90 * day;

/** The most running time of gateways that old payments require, in ms. A clock that jumped is noticed within that time. */
const longestRunningMs = 30 * day;

interface RetentionJobOptions {
	database: Database;
	clock: RetentionClock;
	/** The age from which payments have no personal data. */
	personalDataMs: number;
	/** Erases it from payments made before a time, ms since 1970. */
	eraseOldPayments: (database: Database, before: number, limit: AbortSignal | undefined) => Promise<unknown>;
	elapsedMs: () => number;
	/** The ms by which mail's clock is ahead of real time; the sandbox moves it. */
	mailAheadMs: () => number;
}

/** Deletes expired rows, and personal data of old payments (PCI DSS 3.2.1: data is stored no longer than needed). */
export function retentionJob(options: RetentionJobOptions): Job {
	const { database, clock, personalDataMs, eraseOldPayments, elapsedMs, mailAheadMs } = options;
	let nextDeletion = Number.NEGATIVE_INFINITY;
	return {
		name: "retention",
		everyMs: observeEveryMs,
		async run(limit) {
			const before = await clock.observe();
			if (before === undefined || elapsedMs() < nextDeletion) return;
			await deleteOldRows(database, before, mailAheadMs());
			await eraseOldPayments(database, await longBefore(before, personalDataMs), limit);
			nextDeletion = elapsedMs() + hour;
		},
	};
}

/** Returns the cutoff of `PERSONAL_DATA_DAYS`, which may be longer than running time is remembered. */
async function longBefore(before: Cutoff, ageMs: number): Promise<number> {
	const runningMs = Math.min(ageMs, longestRunningMs);
	return Math.max(0, (await before(runningMs)) - (ageMs - runningMs));
}

async function deleteOldRows(database: Database, before: Cutoff, mailAheadMs: number): Promise<void> {
	const expired = await before(reserveMs);
	await deleteOldKeys(database, await before(idempotencyKeyMs));
	await deleteOldTokenUses(database, expired);
	await deleteExpiredRevocations(database, expired);
	await deleteExpiredSavedRequests(database, expired);
	await deleteExpiredConsentRequests(database, expired);
	await deleteOldGrantRows(database, {
		codesBefore: await before(codeMemoryMs),
		tokensBefore: await before(refreshTokenMemoryMs),
	});
	await deleteExpiredSessions(database, expired);
	await deleteEndedCounts(database, await before(hour));
	await deleteExpiredAttempts(database, expired);
	await deleteExpiredStaffSessions(database, expired);
	await deleteExpiredChallenges(database, expired);
	await deleteExpiredInvitations(database, expired);
	await deleteExpiredResets(database, expired);
	const oldNotices = await before(noticeMs);
	await deleteOldStaffNotices(database, "account_security", oldNotices);
	await deleteOldStaffNotices(database, "bank_account_changed", oldNotices + mailAheadMs);
	await deleteOldStaffNotices(database, "owner_notice", oldNotices + mailAheadMs);
	await deleteOldStaffNotices(database, "payment_approval", oldNotices + mailAheadMs);
	await deleteOldFailures(database, (await before(failedMailMs)) + mailAheadMs);
	await deleteOldRequests(database, await before(requestLogMs));
	await deleteEndedNotices(database, await before(processorNoticeMs));
	await deleteOldProcessorRequests(database, await before(processorRequestMs));
	await deleteOldEvents(database, await before(eventMs));
	await deleteOldAttempts(database, await before(eventMs));
	await deleteOldChanges(database, await before(lateChangeMs));
	await deleteStrayDeliveries(database);
	await deleteStrayAttempts(database);
	await deleteOldCounts(database, hourOf(expired + mailAheadMs));
}
