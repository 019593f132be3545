import type { Database } from "@cardseal/platform/db";
import type { OldRows } from "@cardseal/platform/jobs";
import { deleteOldPayerActions } from "./authentication/payer-actions.store.ts";
import { deleteOldSums } from "./overview/payment-sums.store.ts";
import { deleteEndedNotices } from "./processor-events/processor-events.store.ts";
import { deleteOldReversals } from "./reversals/reversals.store.ts";
import { deleteOldProcessorRequests } from "./unresolved/request-journal.store.ts";

const day = 24 * 3_600_000;

/** Processors repeat a notice for a month at most. */
const processorNoticeMs = 180 * day;

/** The operator reads requests and notices together. */
const processorRequestMs = processorNoticeMs;

/** A payer may open the page again. */
const payerActionMs = day;

/** Longer than an overview's 30 days. */
const paymentSumMs = 40 * day;

export async function deleteOldRows(database: Database, { before }: OldRows): Promise<void> {
	await deleteEndedNotices(database, before(processorNoticeMs));
	await deleteOldProcessorRequests(database, before(processorRequestMs));
	await deleteOldPayerActions(database, before(payerActionMs));
	await deleteOldReversals(database, before(processorRequestMs));
	await deleteOldSums(database, before(paymentSumMs));
}
