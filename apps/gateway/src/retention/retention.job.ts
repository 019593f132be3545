import { deleteOldAttempts, deleteOldEvents, deleteStrayAttempts, deleteStrayDeliveries } from "@cardseal/events";
import {
	deleteExpiredChallenges,
	deleteExpiredConsentRequests,
	deleteExpiredInvitations,
	deleteExpiredResets,
	deleteExpiredRevocations,
	deleteExpiredSavedRequests,
	deleteExpiredStaffSessions,
	deleteOldGrantRows,
	deleteOldStaffNotices,
} from "@cardseal/identity";
import {
	deleteEndedNotices,
	deleteExpiredAttempts,
	deleteOldProcessorRequests,
	deleteOldSums,
	deleteOldTokenUses,
} from "@cardseal/payments";
import type { Database } from "@cardseal/platform/db";
import { deleteOldKeys } from "@cardseal/platform/idempotency";
import type { Job } from "@cardseal/platform/jobs";
import { deleteOldCounts, deleteOldFailures, hourOf } from "@cardseal/platform/mail";
import { deleteEndedCounts } from "@cardseal/platform/network";
import { deleteExpiredSessions } from "../card-form/sessions.store.ts";
import { deleteOldRequests } from "../request-log/request-log.store.ts";
import type { RetentionClock } from "./retention-clock.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** Clocks are compared more often than rows are deleted. */
const compareEveryMs = 60_000;

const reserveMs = day;

/** A clock ahead by less frees nothing that counts. */
const usedMarkMs = 30 * day;

/** Twice as long as a stored response counts. */
const idempotencyKeyMs = day + reserveMs;

const failedMailMs = 30 * day;

const noticeMs = 30 * day;

const requestLogMs = 7 * day;

/** Processors repeat a notice for a month at most; disputes have rows of their own. */
const processorNoticeMs = 180 * day;

/** A person reads requests and notices together. */
const processorRequestMs = processorNoticeMs;

const eventMs = 30 * day;

/** Longer than an overview's 30 days. */
const paymentSumMs = 40 * day;

/** The time to detect reuse of a code or token. */
const codeMemoryMs = 30 * day;
const refreshTokenMemoryMs = 90 * day;

interface RetentionJobOptions {
	database: Database;
	clock: RetentionClock;
	personalDataMs: number;
	/** `before` is ms since 1970. */
	eraseOldPayments: (database: Database, before: number, limit: AbortSignal | undefined) => Promise<unknown>;
	elapsedMs: () => number;
	/** The sandbox moves mail's clock ahead. */
	mailAheadMs: () => number;
}

/** Deletes old personal data, too (PCI DSS 3.2.1). */
export function retentionJob(options: RetentionJobOptions): Job {
	const { database, clock, personalDataMs, eraseOldPayments, elapsedMs, mailAheadMs } = options;
	let nextDeletion = Number.NEGATIVE_INFINITY;
	return {
		name: "retention",
		everyMs: compareEveryMs,
		async run(limit) {
			const now = await clock.now();
			if (now === undefined || elapsedMs() < nextDeletion) return;
			await deleteOldRows(database, now, mailAheadMs());
			await eraseOldPayments(database, now - personalDataMs, limit);
			nextDeletion = elapsedMs() + hour;
		},
	};
}

async function deleteOldRows(database: Database, now: number, mailAheadMs: number): Promise<void> {
	const before = (ageMs: number) => now - ageMs;
	const expired = before(reserveMs);
	await deleteOldKeys(database, before(idempotencyKeyMs));
	await deleteOldTokenUses(database, before(usedMarkMs));
	await deleteExpiredRevocations(database, before(usedMarkMs));
	await deleteExpiredSavedRequests(database, expired);
	await deleteExpiredConsentRequests(database, expired);
	await deleteOldGrantRows(database, {
		codesBefore: before(codeMemoryMs),
		tokensBefore: before(refreshTokenMemoryMs),
	});
	await deleteExpiredSessions(database, expired);
	await deleteEndedCounts(database, before(hour));
	await deleteExpiredAttempts(database, expired);
	await deleteExpiredStaffSessions(database, expired);
	await deleteExpiredChallenges(database, expired);
	await deleteExpiredInvitations(database, expired);
	await deleteExpiredResets(database, expired);
	const oldNotices = before(noticeMs);
	await deleteOldStaffNotices(database, "account_security", oldNotices);
	await deleteOldStaffNotices(database, "bank_account_changed", oldNotices + mailAheadMs);
	await deleteOldStaffNotices(database, "owner_notice", oldNotices + mailAheadMs);
	await deleteOldStaffNotices(database, "payment_approval", oldNotices + mailAheadMs);
	await deleteOldFailures(database, before(failedMailMs) + mailAheadMs);
	await deleteOldRequests(database, before(requestLogMs));
	await deleteEndedNotices(database, before(processorNoticeMs));
	await deleteOldProcessorRequests(database, before(processorRequestMs));
	await deleteOldEvents(database, before(eventMs));
	await deleteOldAttempts(database, before(eventMs));
	await deleteOldSums(database, before(paymentSumMs));
	await deleteStrayDeliveries(database);
	await deleteStrayAttempts(database);
	await deleteOldCounts(database, hourOf(expired + mailAheadMs));
}
