import type { Language } from "@cardseal/platform";
import type { Metadata } from "@cardseal/platform/metadata";
import type { ColumnType, Generated, Selectable } from "kysely";
import type { ValidationWarning } from "./bank-accounts/bank-account.ts";
import type { RailName } from "./rails/rail.ts";
import type { RequestAnswer } from "./requests/request.ts";
import type { Approval, EftKind, EftResult, EftType } from "./transaction/eft-transaction.ts";
import type { Account, PostingReason } from "./wallet/ledger.ts";

interface EftTransactionsTable {
	id: Generated<number>;
	/** The public identifier, and the rail's reference. */
	transaction_id: string;
	merchant_id: number;
	kind: EftKind;
	type: EftType;
	/** Null for a withdrawal. */
	customer_lookup_id: string | null;
	/** A copy of the customer's data at creation. */
	email: string | null;
	first_name: string | null;
	last_name: string | null;
	province: string | null;
	country: string | null;
	amount_cents: number;
	description: string | null;
	metadata: Generated<Metadata | null>;
	/** The paid request's transaction_id. */
	pays: string | null;
	result: EftResult;
	message: string | null;
	/** The return code (Standard 007). */
	return_code: string | null;
	rail: RailName | null;
	party_name: string | null;
	/** Kept while the bank may return the payment. */
	bank_account_id: string | null;
	/** `****6789` */
	masked_account: string | null;
	/** Business time, as are the following times. */
	created_at: number;
	submitted_at: number | null;
	settled_at: number | null;
	returned_at: number | null;
	/** Null when no second person is needed. */
	approval: Generated<Approval | null>;
}

export type EftTransaction = Selectable<EftTransactionsTable>;

/** Balances equal the sums of postings. */
interface EftWalletsTable {
	merchant_id: number;
	actual_cents: Generated<number>;
	/** Funds reserved for outgoing payments. */
	held_cents: Generated<number>;
	/** Incoming funds that the bank may still return. */
	uncleared_cents: Generated<number>;
	/** Advances for returns of spent funds. */
	owed_cents: Generated<number>;
}

interface EftPostingsTable {
	id: Generated<number>;
	/** Null for an opening balance. */
	transaction_id: string | null;
	reason: PostingReason;
	/** The reversed posting. */
	reverses: number | null;
	/** Business time. */
	made_at: number;
}

interface EftEntriesTable {
	posting_id: number;
	merchant_id: number;
	account: Account;
	/** Positive when the account gains. */
	cents: number;
}

interface EftHoldsTable {
	transaction_id: string;
	merchant_id: number;
	kind: "outgoing" | "uncleared";
	cents: number;
}

interface EftRequestsTable {
	transaction_id: string;
	/** `PAY` and eight digits, shown to both parties. */
	processor_transaction_id: string;
	/** The merchant whose staff has the payer's address. */
	payer_merchant_id: number | null;
	/** Business time, like `answered_at`. */
	expires_at: number;
	answer: Generated<RequestAnswer | null>;
	answered_at: Generated<number | null>;
}

interface EftMandatesTable {
	transaction_id: string;
	holder_name: string;
	masked_account: string;
	language: Language;
	/** The full text, and its SHA-256. */
	agreement: string;
	agreement_hash: Buffer;
	/** Business time. */
	agreed_at: number;
	client_address: string;
	user_agent: string;
}

interface EftLinkedAccountsTable {
	merchant_id: number;
	bank_account_id: string;
	/** `****6789` */
	masked_account: string;
	institution_number: string;
	holder_name: string;
	warnings: ColumnType<ValidationWarning[], string, string>;
	linked_at: number;
}

export type LinkedAccount = Selectable<EftLinkedAccountsTable>;

/** The last two notify owners and ask a second person. */
export const limitNames = ["per_payment", "per_day", "per_new_payee", "confirm_above", "approve_above"] as const;

export type LimitName = (typeof limitNames)[number];

interface EftSendLimitsTable {
	merchant_id: number;
	name: LimitName;
	cents: number;
	/** Holds from `next_at`, business time. */
	next_cents: number | null;
	next_at: number | null;
}

interface EftPayeesTable {
	merchant_id: number;
	/** Keyed hash. */
	fingerprint: Buffer;
	/** Business time. */
	first_paid_at: number;
	/** Includes returned payments. */
	paid_cents: number;
}

/** Times are business time. */
interface EftApprovalsTable {
	transaction_id: string;
	merchant_id: number;
	/** The member who asked; null for an operator's credential. */
	asked_by: number | null;
	client_id: string | null;
	/** The payee whose sum a rejection reduces. */
	payee_fingerprint: Buffer;
	institution_number: string;
	expires_at: number;
	reminded_at: Generated<number | null>;
	/** Null after an expiry. */
	decided_by: Generated<number | null>;
	decided_at: Generated<number | null>;
}

export interface EftTables {
	eft_approvals: EftApprovalsTable;
	eft_transactions: EftTransactionsTable;
	eft_wallets: EftWalletsTable;
	eft_postings: EftPostingsTable;
	eft_entries: EftEntriesTable;
	eft_holds: EftHoldsTable;
	eft_requests: EftRequestsTable;
	eft_mandates: EftMandatesTable;
	eft_linked_accounts: EftLinkedAccountsTable;
	eft_send_limits: EftSendLimitsTable;
	eft_payees: EftPayeesTable;
}

declare module "@cardseal/platform/tables" {
	interface GatewayTables extends EftTables {}

	interface MailKinds extends Record<"eft_request", true> {}
}
