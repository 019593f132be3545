import type { ColumnType, Generated, Selectable } from "kysely";
import type { Language } from "../language.ts";
import type { ValidationWarning } from "./bank-accounts/bank-account.ts";
import type { RailName } from "./rails/rail.ts";
import type { RequestAnswer } from "./requests/request.ts";
import type { EftKind, EftResult, EftType } from "./transfers/eft-transaction.ts";
import type { Account, PostingReason } from "./wallet/ledger.ts";

/** Money that comes to a merchant's wallet or leaves it. */
interface EftTransactionsTable {
	id: Generated<number>;
	/** The public identifier, and the reference under which the rail knows the payment. */
	transaction_id: string;
	merchant_id: number;
	kind: EftKind;
	type: EftType;
	/** Whom it is asked of or sent to; null for a deposit. */
	customer_lookup_id: string | null;
	/** As the customer was at the time. */
	email: string | null;
	first_name: string | null;
	last_name: string | null;
	province: string | null;
	country: string | null;
	amount_cents: number;
	description: string | null;
	/** Of a payment out of a wallet: the request that it pays, by its transaction_id. */
	pays: string | null;
	result: EftResult;
	/** Details on the result, in words for the merchant. */
	message: string | null;
	/** Why the bank returned it (Standard 007). */
	return_code: string | null;
	/** Which rail it goes by; null where no bank has a part in it. */
	rail: RailName | null;
	/** Whose bank account it is. */
	party_name: string | null;
	/** The vault's, for as long as the bank may still return the payment. */
	bank_account_id: string | null;
	/** `****6789` */
	masked_account: string | null;
	/** This time and those below are of the business clock. */
	created_at: number;
	/** When the rail had it. */
	submitted_at: number | null;
	/** When the rail confirmed it. */
	settled_at: number | null;
	returned_at: number | null;
}

/** A transaction of a wallet as it is stored. */
export type EftTransaction = Selectable<EftTransactionsTable>;

/** The balances that the ledger's entries add up to. */
interface EftWalletsTable {
	merchant_id: number;
	actual_cents: Generated<number>;
	/** What is on its way out. */
	held_cents: Generated<number>;
	/** What came in and may still be returned. */
	uncleared_cents: Generated<number>;
	/** What was returned when it was not there any more. */
	owed_cents: Generated<number>;
}

interface EftPostingsTable {
	id: Generated<number>;
	/** Null for an opening. */
	transaction_id: string | null;
	reason: PostingReason;
	/** The posting that this one undoes. */
	reverses: number | null;
	/** Business time. */
	made_at: number;
}

interface EftEntriesTable {
	posting_id: number;
	merchant_id: number;
	account: Account;
	/** Above zero where the account has more of it afterwards. */
	cents: number;
}

/** Money of a wallet that is not available; the row goes when it is, or has left. */
interface EftHoldsTable {
	transaction_id: string;
	merchant_id: number;
	kind: "outgoing" | "uncleared";
	cents: number;
}

/** Money asked of a payer: what is beside its transaction. */
interface EftRequestsTable {
	transaction_id: string;
	/** `PAY` and eight digits: what both parties call it. */
	processor_transaction_id: string;
	/** Whose staff has the payer's address; null where it is nobody's here. */
	payer_merchant_id: number | null;
	/** Business time, as `answered_at`. */
	expires_at: number;
	answer: Generated<RequestAnswer | null>;
	answered_at: Generated<number | null>;
}

/** What a payer agreed to, when and from where. */
interface EftMandatesTable {
	transaction_id: string;
	/** The name on the account. */
	holder_name: string;
	masked_account: string;
	language: Language;
	/** The whole text, and its SHA-256. */
	agreement: string;
	agreement_hash: Buffer;
	/** Business time. */
	agreed_at: number;
	client_address: string;
	user_agent: string;
}

/** The bank account that a merchant's deposits go to. */
interface EftLinkedAccountsTable {
	merchant_id: number;
	/** The vault's. */
	bank_account_id: string;
	/** `****6789` */
	masked_account: string;
	institution_number: string;
	holder_name: string;
	/** What was unusual about it when it was linked. */
	warnings: ColumnType<ValidationWarning[], string, string>;
	linked_at: number;
}

export type LinkedAccount = Selectable<EftLinkedAccountsTable>;

export interface EftTables {
	eft_transactions: EftTransactionsTable;
	eft_wallets: EftWalletsTable;
	eft_postings: EftPostingsTable;
	eft_entries: EftEntriesTable;
	eft_holds: EftHoldsTable;
	eft_requests: EftRequestsTable;
	eft_mandates: EftMandatesTable;
	eft_linked_accounts: EftLinkedAccountsTable;
}
