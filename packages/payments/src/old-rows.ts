import type { Database } from "@cardseal/platform/db";
import type { OldRows } from "@cardseal/platform/jobs";
import { deleteOldPayerActions } from "./authentication/payer-actions.store.ts";
import { deleteOldSums } from "./overview/payment-sums.store.ts";
import { deleteEndedProcessorEvents } from "./processor-events/processor-events.store.ts";
import { deleteOldReversals } from "./reversals/reversals.store.ts";
import { deleteOldProcessorRequests } from "./unresolved/request-journal.store.ts";

const day = 24 * 3_600_000;

/** Processors repeat an event for a month at most. */
const processorEventMs = 180 * day;

/** The operator reads requests and processor events together. */
const processorRequestMs = processorEventMs;

/** A payer may open the page again. */
const payerActionMs = day;

/** Longer than an overview's 30 days. */
const paymentSumMs = 40 * day;

export async function deleteOldRows(database: Database, { before }: OldRows): Promise<void> {
	await deleteEndedProcessorEvents(database, before(processorEventMs));
	await deleteOldProcessorRequests(database, before(processorRequestMs));
	await deleteOldPayerActions(database, before(payerActionMs));
	await deleteOldReversals(database, before(processorRequestMs));
	await deleteOldSums(database, before(paymentSumMs));
}
