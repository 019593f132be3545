import { customerDetailNames } from "@cardseal/customers";
import type { Clocks } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import type { BusinessWork, Job } from "@cardseal/platform/jobs";
import { demoNoticeWork } from "./demo-notices/demo-notices.job.ts";
import { sendAnswersJob } from "./disputes/send-answers.job.ts";
import { eventSchemas } from "./event-schemas.ts";
import type { NoticeFeeds } from "./notices/feed.ts";
import { deleteOldRows } from "./old-rows.ts";
import { type ReadOverviews, sumPaymentsJob } from "./overview/sum-payments.job.ts";
import type { Payments } from "./payments.ts";
import { readDueReceipts, readDueReceiptsAgain } from "./receipts/due-receipt-mail.ts";
import type { ReceiptLinks } from "./receipts/receipt-link.ts";
import { transactionCommands } from "./unresolved/attention/transaction.command.ts";
import { noticesJob } from "./unresolved/notices.job.ts";
import { recoveryJob } from "./unresolved/recovery.job.ts";

interface PaymentJobs {
	database: Database;
	clocks: Clocks;
	payments: Payments;
	feeds: NoticeFeeds;
	readOverviews: ReadOverviews;
	elapsedMs: () => number;
	unlessRestored: (job: Job) => Job;
}

interface PaymentWorks {
	payments: Payments;
	unlessRestored: (work: BusinessWork) => BusinessWork;
}

/** The manifest of the service: what the gateway joins with that of others. */
export const payments = {
	commands: [transactionCommands],
	jobs: ({ unlessRestored, ...given }: PaymentJobs) => [
		// Its inquiries take the journal of requests for complete.
		unlessRestored(recoveryJob(given.payments, given.elapsedMs)),
		unlessRestored(noticesJob(given.payments, given.feeds)),
		unlessRestored(sendAnswersJob({ ...given.payments, feeds: given.feeds })),
		sumPaymentsJob({
			database: given.database,
			aheadMs: () => given.clocks.business.now() - given.clocks.real.now(),
			read: given.readOverviews,
		}),
	],
	works: (given: PaymentWorks) => [given.unlessRestored(demoNoticeWork(given.payments))],
	mails: (links: ReceiptLinks) => ({
		receipt: readDueReceipts(links),
		receipt_again: readDueReceiptsAgain(links),
	}),
	deleteOldRows,
	personalColumns: {
		dispute_answers: ["evidence"],
		transactions: [...customerDetailNames, "metadata"],
	},
	eventSchemas,
} as const;

export { createPayments } from "./create-payments.ts";
export { demoFeed } from "./demo-notices/demo-notices.ts";
export type { FeedKey, NoticeFeed, NoticeFeeds } from "./notices/feed.ts";
export { findAccountFeed, listDueFeeds, listOpenNotices, type OpenNotice } from "./notices/notices.store.ts";
export { observedPayments } from "./observed-payments.ts";
export { lockOriginal, type Original, type Reservation, reserveOnOriginal } from "./original.store.ts";
export { overviewRoute } from "./overview/overview.route.ts";
export type { ReadOverviews } from "./overview/sum-payments.job.ts";
export { createProcessorChoice, type ProcessorChoice } from "./processor-choice.ts";
export { receiptPageRoute } from "./receipts/receipt-page.route.ts";
export { tryAccount } from "./rehearsal/try-account.ts";
export { paymentServiceRoutes, paymentWebRoutes } from "./routes.ts";
export { importSettlements, SettlementFileRefused } from "./settlements/import-settlements.ts";
export { anotherAmount, recordLateOutcome } from "./submission/late-outcome.ts";
export { insertPending } from "./submission/pending.store.ts";
export { noteAnswer } from "./submission/record-outcome.ts";
export { transactionRecordsAt } from "./transaction/records-at-events.ts";
export { findTransaction, isReferenceTaken } from "./transaction/transactions.store.ts";
export { closeNotice } from "./unresolved/close-notice.ts";
export {
	reportedCents,
	reportedCurrency,
	reportedId,
	reportedOutcome,
	reportedText,
	reportedTime,
	wrongFieldsOf,
} from "./unresolved/outcome-schema.ts";
export {
	compareWithSettlements,
	listNoticesOf,
	type NoticeOfPeriod,
	type OpenEntry,
	readCardBalances,
} from "./unresolved/reconcile.store.ts";
export { recordPendingAsSent } from "./unresolved/request-journal.store.ts";
export { webhookRoute } from "./unresolved/webhook.route.ts";
