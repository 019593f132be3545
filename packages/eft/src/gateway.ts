import { eventOf } from "@cardseal/events";
import type { BusinessWork } from "@cardseal/platform/jobs";
import type { Vault } from "@cardseal/vault";
import { approvalExpiryWork, approvalReminderWork } from "./approvals/approval-expiry.job.ts";
import { readDueApprovalMail } from "./approvals/approval-mail.ts";
import { readDueAccountMail } from "./bank-accounts/account-mail.ts";
import { bankAccountCommands } from "./bank-accounts/bank-account.command.ts";
import { forgetAccountsJob } from "./bank-accounts/forget-accounts.job.ts";
import type { Eft } from "./eft.ts";
import { bankFileCommands } from "./rails/bank-files.command.ts";
import { ownerMails } from "./send-limits/owner-mails.ts";
import { personalData, personalLists } from "./transaction/personal-data.store.ts";
import "./rails/tables.ts";
import { requestExpiryWork } from "./requests/expire-requests.job.ts";
import { readDueRequests } from "./requests/request-mail.ts";
import { eftRecordSchema } from "./transaction/eft-record.ts";
import { railWork } from "./transfers/rail.job.ts";
import { walletCommands } from "./wallet/wallet.command.ts";

interface EftWorks {
	transfers: Eft;
	unlessRestored: (work: BusinessWork) => BusinessWork;
}

/** The manifest of the service: what the gateway joins with that of others. */
export const eft = {
	commands: [bankAccountCommands, walletCommands, bankFileCommands],
	jobs: ({ database, vault, clocks }: Pick<Eft, "database" | "vault" | "clocks">) => [
		forgetAccountsJob({ database, vault, businessClock: clocks.business }),
	],
	works: ({ transfers, unlessRestored }: EftWorks) =>
		[
			railWork(transfers),
			requestExpiryWork(transfers),
			approvalExpiryWork(transfers),
			approvalReminderWork(transfers),
		].map(unlessRestored),
	mails: (links: { vault: Vault; publicUrl: string }) => ({
		eft_request: readDueRequests(links),
		bank_account_changed: readDueAccountMail(links),
		payment_approval: readDueApprovalMail(links),
	}),
	whileRestored: [/^DELETE \/app\/api\/settings\/bank-account$/],
	personalData: [personalData],
	personalLists,
	requiredPersonalColumns: {
		eft_transactions: ["party_name"],
		eft_mandates: ["holder_name", "masked_account", "agreement", "client_address", "user_agent"],
		"aft.payments": ["party_name"],
	},
	ownerMails,
	personalColumns: {
		"aft.payments": ["party_name"],
		eft_linked_accounts: ["holder_name"],
		eft_mandates: ["holder_name", "masked_account", "agreement", "client_address", "user_agent"],
		eft_transactions: [
			"email",
			"first_name",
			"last_name",
			"province",
			"country",
			"description",
			"metadata",
			"party_name",
			"masked_account",
		],
	},
	eventSchemas: { eft: eventOf("eft", eftRecordSchema).openapi("EftEvent") },
} as const;

export { createEftTables } from "./create-tables.store.ts";
export type { Eft } from "./eft.ts";
export { type Adopting, adoptBankFiles } from "./rails/adopt-bank-files.ts";
export type { BankFileSettings } from "./rails/aft-file.ts";
export { advanceFileNumber } from "./rails/aft-files.store.ts";
export { createAftRail } from "./rails/aft-rail.ts";
export { createBankFileTables } from "./rails/create-tables.store.ts";
export { createRails } from "./rails/rails.ts";
export { eftPageRoutes, eftServiceRoutes, eftWebRoutes } from "./routes.ts";
export { eftRecordOf } from "./transaction/eft-record.ts";
export { listEftTransactions } from "./transaction/eft-transaction-list.store.ts";
export { submitQueued } from "./transfers/submit-queued.ts";
