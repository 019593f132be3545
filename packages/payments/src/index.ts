export { deleteExpiredAttempts } from "./card-testing/attempts.store.ts";
export {
	cardTestingLimitsOf,
	isLimitName,
	isProtected,
	limitNames,
	limitsWith,
	limitTable,
} from "./card-testing/limits.ts";
export { createCardTestingProtection } from "./card-testing/protection.ts";

import "./card-testing/tables.ts";

export { createPayments } from "./create-payments.ts";
export { deleteOldTokenUses, findCardHolder, findCardsOf } from "./customers/cards/cards.store.ts";
export { requireCard } from "./customers/cards/cards.ts";
export { customerAnswer, customerParams } from "./customers/customer.route.ts";
export { getCustomer, getLockedCustomer, withCustomerLock } from "./customers/customer.ts";
export { type CustomerDetails, customerDetailsFields, detailsOf } from "./customers/customer-details.ts";
export {
	answerCustomerList,
	type CustomerListOptions,
	customerListAnswer,
	customerListDescription,
	customerListQuery,
} from "./customers/customer-list.route.ts";
export {
	type CustomerRecord,
	cardSchema,
	customerRecordOf,
	customerSchema,
	type SubscriptionRecord,
	subscriptionSchema,
} from "./customers/customer-record.ts";
export { provinceInRecord } from "./customers/province.ts";
export { customerServiceRoutes } from "./customers/routes.ts";
export type { Customer, StoredCard } from "./customers/tables.ts";
export { demoNoticeWork } from "./demo-notices/demo-notices.job.ts";
export { demoFeed } from "./demo-notices/demo-notices.ts";
export { disputeRecordSchema } from "./disputes/dispute-record.ts";
export { sendAnswersJob } from "./disputes/send-answers.job.ts";

export { observedPayments } from "./observed-payments.ts";
export { lockOriginal, type Original, type Reservation, reserveOnOriginal } from "./original.store.ts";
export { overviewRoute } from "./overview/overview.route.ts";
export { deleteOldSums } from "./overview/payment-sums.store.ts";
export { type ReadOverviews, sumPaymentsJob } from "./overview/sum-payments.job.ts";

import "./overview/tables.ts";

export type { Payments } from "./payments.ts";
export { createProcessorChoice, type ProcessorChoice } from "./processor-choice.ts";
export { readDueReceipts, readDueReceiptsAgain } from "./receipts/due-receipt-mail.ts";
export { transactionListAnswer } from "./reporting/transaction-list.route.ts";
export { listTransactions } from "./reporting/transaction-list.store.ts";
export { paymentServiceRoutes, paymentWebRoutes } from "./routes.ts";
export { importSettlements, SettlementFileRefused } from "./settlements/import-settlements.ts";
export { settlementDetailSchema } from "./settlements/settlement-record.ts";

export { cardRequest } from "./submission/card-request.ts";
export {
	insertPending,
	newTransactionTypes,
	pendingTransaction,
	pendingTransactionsSql,
} from "./submission/pending.store.ts";
export { noteAnswer } from "./submission/record-outcome.ts";
export { submit, waitingTimes } from "./submission/submit.ts";
export { createTransactionWriter } from "./submission/transaction-writer.ts";
export type { Transaction } from "./tables.ts";
export { type NewTransaction, planTransaction, type TransactionOrigin } from "./transaction/new-transaction.ts";
export { transactionRecordsAt } from "./transaction/records-at-events.ts";
export { retryAdviceOf, retryAdviceSchema } from "./transaction/retry-advice.ts";
export { type TransactionStatus, transactionStatuses } from "./transaction/transaction.ts";
export { recordOf, transactionRecordSchema } from "./transaction/transaction-record.ts";
export { findTransaction, isReferenceTaken } from "./transaction/transactions.store.ts";
export { listNeedingAttention, type NeedingAttention } from "./unresolved/attention.store.ts";
export { closeNotice } from "./unresolved/close-notice.ts";
export type { FeedKey, NoticeFeed, NoticeFeeds } from "./unresolved/feed.ts";
export { anotherAmount, recordLateOutcome } from "./unresolved/late-outcome.ts";
export { noticesJob } from "./unresolved/notices.job.ts";
export {
	deleteEndedNotices,
	findAccountFeed,
	listDueFeeds,
	listOpenNotices,
	type OpenNotice,
} from "./unresolved/notices.store.ts";
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
export { recoveryJob } from "./unresolved/recovery.job.ts";
export { deleteOldProcessorRequests, recordAsSent, recordPendingAsSent } from "./unresolved/request-journal.store.ts";
export { type Finding, resolveTransaction } from "./unresolved/resolve.ts";

export { webhookRoute } from "./unresolved/webhook.route.ts";
