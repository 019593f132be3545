import type { Database } from "@cardseal/platform/db";
import { deleteOldKeys } from "@cardseal/platform/idempotency";
import type { DeleteOldRows, Job, OldRows } from "@cardseal/platform/jobs";
import { deleteOldCounts, deleteOldFailures, hourOf } from "@cardseal/platform/mail";
import { deleteEndedCounts } from "@cardseal/platform/network";
import { deleteExpiredSessions } from "../card-form/sessions.store.ts";
import { eraseOldPayments } from "../personal-data/old-payments.store.ts";
import { partsOf } from "../services.ts";
import type { RetentionClock } from "./retention-clock.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** Clocks are compared more often than rows are deleted. */
const compareEveryMs = 60_000;

const reserveMs = day;

/** Twice as long as a stored response counts. */
const idempotencyKeyMs = day + reserveMs;

const failedMailMs = 30 * day;

interface RetentionJobOptions {
	database: Database;
	clock: RetentionClock;
	personalDataMs: number;
	elapsedMs: () => number;
	/** The sandbox moves mail's clock ahead. */
	mailAheadMs: () => number;
}

/** Deletes old personal data, too (PCI DSS 3.2.1). */
export function retentionJob(options: RetentionJobOptions): Job {
	const { database, clock, personalDataMs, elapsedMs, mailAheadMs } = options;
	let nextDeletion = Number.NEGATIVE_INFINITY;
	return {
		name: "retention",
		everyMs: compareEveryMs,
		async run(limit) {
			const now = await clock.now();
			if (now === undefined || elapsedMs() < nextDeletion) return;
			const before = (ageMs: number) => now - ageMs;
			const old = { expired: before(reserveMs), before, mailAheadMs: mailAheadMs() };
			for (const deleteOf of [deleteOwnRows, ...partsOf("deleteOldRows")]) await deleteOf(database, old);
			await eraseOldPayments(database, before(personalDataMs), limit);
			nextDeletion = elapsedMs() + hour;
		},
	};
}

/** Rows of the platform and of the gateway. */
const deleteOwnRows: DeleteOldRows = async (database, { expired, before, mailAheadMs }: OldRows) => {
	await deleteOldKeys(database, before(idempotencyKeyMs));
	await deleteExpiredSessions(database, expired);
	await deleteEndedCounts(database, before(hour));
	await deleteOldFailures(database, before(failedMailMs) + mailAheadMs);
	await deleteOldCounts(database, hourOf(expired + mailAheadMs));
};
