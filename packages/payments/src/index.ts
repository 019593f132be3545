import "./overview/tables.ts";

export { nextActionOf, payerTimeMs } from "./authentication/await-payer.ts";
export { isWithPayer } from "./authentication/payer-actions.store.ts";
export { bankReturnAddress } from "./authentication/payer-page.ts";
export { requireReturnUrl } from "./authentication/return-url.ts";
export { ruleFor } from "./authentication/wanted-authentication.ts";
export { charge } from "./charge/charge.ts";
export { amountPartFields, requireFittingParts } from "./charge/further-fields.ts";
export { getOriginal, lockOriginal, type Original } from "./original/original.store.ts";
export type { Initiator, Payments } from "./payments.ts";
export { hasReceipts } from "./receipts/receipt.ts";
export { answerReceipt } from "./receipts/receipt-page.route.ts";
export { type Refundable, refundableOf, takenBackCents, writeRefund } from "./refund/refund.ts";
export { transactionListAnswer } from "./reporting/transaction-list.route.ts";
export { listTransactions } from "./reporting/transaction-list.store.ts";
export { cardRequest } from "./submission/card-request.ts";
export { newTransactionId } from "./submission/keyed-transaction.ts";
export { newTransactionTypes, pendingTransaction, pendingTransactionsSql } from "./submission/pending.store.ts";
export { submit, waitingTimes } from "./submission/submit.ts";
export type { Transaction } from "./tables.ts";
export {
	type NewTransaction,
	planModification,
	planTransaction,
	type TransactionOrigin,
} from "./transaction/new-transaction.ts";
export type { PaymentResponse } from "./transaction/payment-response.ts";
export { retryAdviceOf, retryAdviceSchema } from "./transaction/retry-advice.ts";
export { type TransactionStatus, transactionStatuses, transactionTypes } from "./transaction/transaction.ts";
export { recordOf } from "./transaction/transaction-record.ts";
export { findByReference, findTransaction } from "./transaction/transactions.store.ts";
export { findPayersCharge, giveUp, type PayersCharge, takeReturn } from "./unresolved/payers-charge.ts";
export { recordAsSent } from "./unresolved/request-journal.store.ts";

import "./audit-events.ts";
import "./disputes/owner-mails.ts";
import "./refund/tables.ts";
