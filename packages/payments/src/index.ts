import "./overview/tables.ts";

export type { Payments } from "./payments.ts";
export { transactionListAnswer } from "./reporting/transaction-list.route.ts";
export { listTransactions } from "./reporting/transaction-list.store.ts";
export { cardRequest } from "./submission/card-request.ts";
export { newTransactionTypes, pendingTransaction, pendingTransactionsSql } from "./submission/pending.store.ts";
export { submit, waitingTimes } from "./submission/submit.ts";
export type { Transaction } from "./tables.ts";
export {
	type NewTransaction,
	planModification,
	planTransaction,
	type TransactionOrigin,
} from "./transaction/new-transaction.ts";
export { retryAdviceOf, retryAdviceSchema } from "./transaction/retry-advice.ts";
export { type TransactionStatus, transactionStatuses, transactionTypes } from "./transaction/transaction.ts";
export { recordOf } from "./transaction/transaction-record.ts";
export { recordAsSent } from "./unresolved/request-journal.store.ts";
