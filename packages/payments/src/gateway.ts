import { customerDetailNames } from "@cardseal/customers";
import type { Clocks } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import type { Job } from "@cardseal/platform/jobs";
import type { Kysely } from "kysely";
import { createDisputeTables } from "./disputes/create-tables.store.ts";
import { disputes } from "./disputes/index.ts";
import { eventSchemas } from "./event-schemas.ts";
import { deleteOldRows } from "./old-rows.ts";
import { type ReadOverviews, sumPaymentsJob } from "./overview/sum-payments.job.ts";
import type { Payments } from "./payments.ts";
import { createProcessorEventTables } from "./processor-events/create-tables.store.ts";
import type { ProcessorEventFeeds } from "./processor-events/feed.ts";
import { readDueReceipts, readDueReceiptsAgain } from "./receipts/due-receipt-mail.ts";
import type { ReceiptLinks } from "./receipts/receipt-link.ts";
import { personalData, personalLists } from "./reporting/personal-data.store.ts";
import { reversalsJob } from "./reversals/reversals.job.ts";
import { createCardLedger, createSettlementTables } from "./settlements/create-tables.store.ts";
import { settlementCommands } from "./settlements/settlement.command.ts";
import { processorEventCommands } from "./unresolved/attention/processor-events.command.ts";
import { transactionCommands } from "./unresolved/attention/transaction.command.ts";
import { processorEventsJob } from "./unresolved/processor-events.job.ts";
import { recoveryJob } from "./unresolved/recovery.job.ts";

interface PaymentJobs {
	database: Database;
	clocks: Clocks;
	payments: Payments;
	feeds: ProcessorEventFeeds;
	readOverviews: ReadOverviews;
	elapsedMs: () => number;
	unlessRestored: (job: Job) => Job;
}

/** The manifest of the service: what the gateway joins with that of others. */
export const payments = {
	commands: [transactionCommands, settlementCommands, processorEventCommands],
	jobs: ({ unlessRestored, ...given }: PaymentJobs) => [
		// Its inquiries take the journal of requests for complete.
		unlessRestored(recoveryJob(given.payments, given.elapsedMs)),
		unlessRestored(reversalsJob(given.payments)),
		unlessRestored(processorEventsJob(given.payments, given.feeds)),
		unlessRestored(disputes.job({ ...given.payments, feeds: given.feeds })),
		sumPaymentsJob({
			database: given.database,
			aheadMs: () => given.clocks.business.now() - given.clocks.real.now(),
			read: given.readOverviews,
		}),
	],
	mails: (links: ReceiptLinks) => ({
		receipt: readDueReceipts(links),
		receipt_again: readDueReceiptsAgain(links),
	}),
	deleteOldRows,
	whileRestored: [/^POST \/app\/api\/transactions\/[^/]+\/receipt$/],
	personalData: [personalData, disputes.personalData],
	personalLists: { ...disputes.personalLists, ...personalLists },
	ownerMails: disputes.ownerMails,
	personalColumns: {
		...disputes.personalColumns,
		transactions: [...customerDetailNames, "metadata"],
	},
	eventSchemas: { ...eventSchemas, ...disputes.eventSchemas },
} as const;

/** Tables of processor events, settlements, disputes and the ledger of card money. */
export async function createReportTables(database: Kysely<unknown>): Promise<void> {
	await createProcessorEventTables(database);
	await createSettlementTables(database);
	await createDisputeTables(database);
	await createCardLedger(database);
}

export { browserSchema } from "./authentication/authentication-fields.ts";
export { browserOf } from "./authentication/wanted-authentication.ts";
export { capture } from "./capture/capture.ts";
export { chargeRequestSchema } from "./charge/charge-request.ts";
export { createPayments } from "./create-payments.ts";
export { createProcessorEventFeeds } from "./create-processor-event-feeds.ts";
export { createPaymentTables } from "./create-tables.store.ts";
export type { Dispute } from "./disputes/tables.ts";
export { observedPayments } from "./observed-payments.ts";
export { createOverviewTables } from "./overview/create-tables.store.ts";
export { overviewRoute } from "./overview/overview.route.ts";
export type { ReadOverviews } from "./overview/sum-payments.job.ts";
export { createProcessorChoice, type ProcessorChoice } from "./processor-choice.ts";
export type { ProcessorEventFeed, ProcessorEventFeeds } from "./processor-events/feed.ts";
export { findAccountFeed, hasWaiting } from "./processor-events/processor-events.store.ts";
export {
	reportedCents,
	reportedCurrency,
	reportedId,
	reportedOutcome,
	reportedText,
	reportedTime,
	wrongFieldsOf,
} from "./processor-events/reported.ts";
export { receiptPageRoute } from "./receipts/receipt-page.route.ts";
export { refund } from "./refund/refund.ts";
export { paymentServiceRoutes, paymentWebRoutes } from "./routes.ts";
export { anotherAmount } from "./submission/late-outcome.ts";
export { transactionRecordsAt } from "./transaction/records-at-events.ts";
export { currencyOf, getTransaction } from "./transaction/transactions.store.ts";
export { readFeed } from "./unresolved/read-feed.ts";
export {
	compareWithSettlements,
	listProcessorEventsOf,
	type OpenEntry,
	type ProcessorEventOfPeriod,
	readCardBalances,
} from "./unresolved/reconcile.store.ts";
export { recordPendingAsSent } from "./unresolved/request-journal.store.ts";
export { webhookRoute } from "./unresolved/webhook.route.ts";
export {
	type DecidedTransaction,
	type ListedEntry,
	type ListedResult,
	type ListedWriting,
	writeListed,
} from "./unresolved/write-listed.ts";
export { voidOriginal } from "./void/void.ts";
