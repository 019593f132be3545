import type { Generated } from "kysely";
import type { AdviceCode, CheckResult, DeclineCode } from "./processors/processor.ts";

/** The purpose of a key. Each has its own keys; no key serves two purposes. */
export type KeyPurpose =
	| "card_token"
	| "card_storage"
	| "bank_account_storage"
	| "processor_account_storage"
	| "card_fingerprint"
	| "velocity_fingerprint"
	| "payee_fingerprint"
	| "account_fingerprint"
	| "access_token"
	| "idempotency"
	| "cursor"
	| "client_secret"
	| "sandbox"
	| "audit"
	| "sign_in"
	| "second_factor"
	| "webhook_secret";

/** `current` keys encrypt and decrypt, `retired` ones only decrypt (P-16), `destroyed` ones have no secret. */
export type KeyStatus = "current" | "retired" | "destroyed";

/** A secret key, wrapped by the master key. Times are ms since 1970. */
export interface KeysTable {
	key_id: string;
	purpose: KeyPurpose;
	/** 0 if the key serves every merchant. */
	merchant_id: number;
	environment: "test" | "live" | "none";
	public_key: Buffer | null;
	wrapped_secret: Buffer | null;
	/** The master key that wraps the secret. */
	master_key_id: string;
	status: KeyStatus;
	/** True if the wrapped secret is bound to `status`. False for keys older than this rule. */
	status_bound: boolean;
	created_at: number;
	retired_at: number | null;
	/** The time when an operator requested the replacement of this current key, until it is replaced. */
	replace_since: number | null;
}

/** The master key for new keys: one row. */
export interface MasterKeyTable {
	only_row: Generated<boolean>;
	master_key_id: string;
	since: number;
}

/** The encrypted number of a stored card. The gateway's tables have its displayable details. */
export interface StoredCardsTable {
	card_id: string;
	merchant_id: number;
	customer_id: number;
	/** The data key that encrypts the number. */
	key_id: string;
	encrypted_number: Buffer;
	/** Keyed hash of the number: equal for the same card, and useless without its key. */
	fingerprint: Buffer;
	stored_at: number;
}

/** An encrypted bank account. The gateway's tables have its displayable details. */
export interface BankAccountsTable {
	account_id: string;
	/** The merchant that stores it; the account may be a customer's. */
	merchant_id: number;
	/** The data key that encrypts it. */
	key_id: string;
	/** Institution, transit and account number. */
	encrypted_account: Buffer;
	stored_at: number;
}

/** The encrypted secrets of a merchant's account at a processor. The gateway's tables have its displayable details. */
export interface ProcessorAccountsTable {
	account_id: string;
	merchant_id: number;
	/** The data key that encrypts the secrets. */
	key_id: string;
	encrypted_secrets: Buffer;
	stored_at: number;
}

/** A request to a real processor. */
export interface ProcessorRequestsTable {
	reference: string;
	/** Real time, ms since 1970, before it was sent; `null` when an inquiry came first. */
	submitted_at: number | null;
	/** Real time, ms since 1970, of the first inquiry: from then on it is not sent. */
	tombstone_at: number | null;
}

/** The demo processor's own record of a request, to compare with the gateway's. */
export interface DemoProcessorJournalTable {
	reference: string;
	position: Generated<number>;
	operation: "sale" | "authorization" | "verification" | "capture" | "refund" | "void";
	amount_cents: number;
	currency: string;
	result: "approved" | "declined" | "not_received";
	decline_class: "soft" | "hard" | "data" | null;
	decline_code: DeclineCode | null;
	advice_code: AdviceCode | null;
	message: string;
	auth_code: string | null;
	avs_result: CheckResult | null;
	cvv_result: CheckResult | null;
	/** The reference that a capture, refund or void refers to. */
	original: string | null;
	received_at: number;
}

/** The vault's tables. The type is not exported from the package, so that no other code can query them. */
export interface VaultTables {
	"vault.keys": KeysTable;
	"vault.master_key": MasterKeyTable;
	"vault.stored_cards": StoredCardsTable;
	"vault.bank_accounts": BankAccountsTable;
	"vault.processor_accounts": ProcessorAccountsTable;
	"vault.processor_requests": ProcessorRequestsTable;
	"demo_processor.journal": DemoProcessorJournalTable;
}
