import "./card-testing/tables.ts";

export { findCardHolder, findCardsOf } from "./customers/cards/cards.store.ts";
export { requireCard } from "./customers/cards/cards.ts";
export { customerAnswer, customerParams } from "./customers/customer.route.ts";
export { getCustomer, getLockedCustomer, withCustomerLock } from "./customers/customer.ts";
export { customerDetailsFields, detailsOf } from "./customers/customer-details.ts";
export {
	answerCustomerList,
	type CustomerListOptions,
	customerListAnswer,
	customerListDescription,
	customerListQuery,
} from "./customers/customer-list.route.ts";
export {
	type CustomerRecord,
	customerRecordOf,
	customerSchema,
	type SubscriptionRecord,
	subscriptionSchema,
} from "./customers/customer-record.ts";
export { provinceInRecord } from "./customers/province.ts";
export type { Customer, StoredCard } from "./customers/tables.ts";

import "./overview/tables.ts";

export { ofCustomer } from "./event-schemas.ts";
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
export { type TransactionStatus, transactionStatuses } from "./transaction/transaction.ts";
export { recordOf } from "./transaction/transaction-record.ts";
export { recordAsSent } from "./unresolved/request-journal.store.ts";
