export { approvalExpiryWork, approvalReminderWork } from "./approvals/approval-expiry.job.ts";
export { readDueApprovalMail } from "./approvals/due-approval-mail.ts";
export { bankAccountOf } from "./bank-accounts/bank-account.ts";
export { readDueAccountMail } from "./bank-accounts/due-account-mail.ts";
export { forgetAccountsJob } from "./bank-accounts/forget-accounts.job.ts";
export { linkAccount, type NewLinkedAccount, removeLinkedAccount } from "./bank-accounts/link-account.ts";
export { linkedAccountRecordOf, linkSchema } from "./bank-accounts/linked-account-record.ts";
export { findLinkedAccount } from "./bank-accounts/linked-accounts.store.ts";
export type { Eft } from "./eft.ts";
export { type Adopting, adoptBankFiles } from "./rails/adopt-bank-files.ts";
export { advanceFileNumber } from "./rails/aft-files.store.ts";
export { createAftRail } from "./rails/aft-rail.ts";
export { BankFileRefused } from "./rails/bank-file-refused.ts";
export type { BankFileSettings } from "./rails/bank-file-settings.ts";
export { assignItem, type ImportPlan, importBankFile, type ReturnedPayment } from "./rails/import-bank-file.ts";
export { createRails } from "./rails/rails.ts";

import "./rails/tables.ts";

export { type Batch, writeBankFiles } from "./rails/write-bank-files.ts";
export { readDueRequests } from "./requests/due-request-mail.ts";
export { requestExpiryWork } from "./requests/expire-requests.job.ts";
export { eftPageRoutes, eftServiceRoutes, eftWebRoutes } from "./routes.ts";
export type { LinkedAccount } from "./tables.ts";
export { eftRecordOf, eftRecordSchema } from "./transfers/eft-record.ts";
export { listEftTransactions } from "./transfers/eft-transaction-list.store.ts";
export { railWork } from "./transfers/rail.job.ts";
export { submitQueued } from "./transfers/submit-queued.ts";
export { type Difference, type LedgerReport, verifyLedger } from "./wallet/verify-ledger.store.ts";
