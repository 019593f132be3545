import type { Generated } from "kysely";
import type { AdviceCode, DeclineCode } from "./processors/processor.ts";

/** What a key is for. Each purpose has its own keys; none is ever used for another. */
export type KeyPurpose =
	| "card_token"
	| "card_storage"
	| "bank_account_storage"
	| "card_fingerprint"
	| "velocity_fingerprint"
	| "access_token"
	| "idempotency"
	| "cursor"
	| "client_secret"
	| "sandbox"
	| "audit"
	| "sign_in"
	| "second_factor";

/** `current` keys encrypt and open, `retired` ones only open (P-16), `destroyed` ones have lost their secret. */
export type KeyStatus = "current" | "retired" | "destroyed";

/** A secret key, wrapped by the master key. Times are ms since 1970. */
export interface KeysTable {
	key_id: string;
	purpose: KeyPurpose;
	/** 0 where the key serves every merchant. */
	merchant_id: number;
	environment: "test" | "live" | "none";
	public_key: Buffer | null;
	wrapped_secret: Buffer | null;
	/** Which master key wraps the secret. */
	master_key_id: string;
	status: KeyStatus;
	/** Whether the wrapped secret is bound to `status`, which it is unless it is older than that rule. */
	status_bound: boolean;
	created_at: number;
	retired_at: number | null;
	/** When an operator asked for this current key's replacement, until it is done. */
	replace_since: number | null;
}

/** The one row that says which master key wraps keys from now on. */
export interface MasterKeyTable {
	master_key_id: string;
	since: number;
}

/** The number of a stored card, encrypted. What may be shown of the card stands with the customer, outside. */
export interface StoredCardsTable {
	card_id: string;
	merchant_id: number;
	customer_id: number;
	/** The data key that the number is encrypted with. */
	key_id: string;
	encrypted_number: Buffer;
	/** Keyed hash of the whole number: the same for the same card, and worth nothing without its key. */
	fingerprint: Buffer;
	stored_at: number;
}

/** A bank account, encrypted. What may be shown of it stands with whatever it is for, outside. */
export interface BankAccountsTable {
	account_id: string;
	/** The merchant on whose behalf it is kept: it may be a customer's. */
	merchant_id: number;
	/** The data key that it is encrypted with. */
	key_id: string;
	/** Institution, transit and account number. */
	encrypted_account: Buffer;
	stored_at: number;
}

/** What the demo processor itself believes about a request, so that our records can be held against it. */
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
	/** The reference that a capture, refund or void is about. */
	original: string | null;
	received_at: number;
}

/** The vault's own tables. The type does not leave the room, so that nobody outside can query them. */
export interface VaultTables {
	"vault.keys": KeysTable;
	"vault.master_key": MasterKeyTable;
	"vault.stored_cards": StoredCardsTable;
	"vault.bank_accounts": BankAccountsTable;
	"demo_processor.journal": DemoProcessorJournalTable;
}
