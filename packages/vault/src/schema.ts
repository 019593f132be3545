import type { Generated } from "kysely";
import type { AuthenticationStatus } from "./processors/authentication.ts";
import type { AdviceCode, CheckResult, DeclineClass, DeclineCode } from "./processors/processor.ts";

export const macPurposes = [
	"idempotency",
	"cursor",
	"client_secret",
	"sandbox",
	"card_fingerprint",
	"velocity_fingerprint",
	"payee_fingerprint",
	"account_fingerprint",
	"audit",
	"sign_in",
	"payer_page",
] as const;

/** For AES-256-GCM: secrets in tables outside the vault. */
export const sealPurposes = ["second_factor", "webhook_secret"] as const;

/** For AES-256-GCM: secrets in the vault's tables. */
export const storagePurposes = ["card_storage", "bank_account_storage", "processor_account_storage"] as const;

export type MacPurpose = (typeof macPurposes)[number];
export type SealPurpose = (typeof sealPurposes)[number];
export type StoragePurpose = (typeof storagePurposes)[number];
export type KeyPurpose = "card_token" | "access_token" | MacPurpose | SealPurpose | StoragePurpose;

/** `current` keys encrypt and decrypt, `retired` only decrypt (P-16), `destroyed` have no secret. */
export type KeyStatus = "current" | "retired" | "destroyed";

/** Times are ms since 1970. */
export interface KeysTable {
	key_id: string;
	purpose: KeyPurpose;
	/** 0: every merchant. */
	merchant_id: number;
	environment: "test" | "live" | "none";
	public_key: Buffer | null;
	wrapped_secret: Buffer | null;
	master_key_id: string;
	status: KeyStatus;
	status_bound: boolean;
	created_at: number;
	retired_at: number | null;
	replace_since: number | null;
}

export interface MasterKeyTable {
	only_row: Generated<boolean>;
	master_key_id: string;
	since: number;
}

export interface StoredCardsTable {
	card_id: string;
	merchant_id: number;
	customer_id: number;
	key_id: string;
	encrypted_number: Buffer;
	/** Keyed hash: equal for the same card. */
	fingerprint: Buffer;
	stored_at: number;
}

export interface BankAccountsTable {
	account_id: string;
	merchant_id: number;
	key_id: string;
	encrypted_account: Buffer;
	stored_at: number;
}

export interface ProcessorAccountsTable {
	account_id: string;
	merchant_id: number;
	key_id: string;
	encrypted_secrets: Buffer;
	stored_at: number;
}

export interface ProcessorRequestsTable {
	reference: string;
	/** Real time; `null` when an inquiry came first. */
	submitted_at: number | null;
	/** Real time of the first inquiry; nothing is sent later. */
	tombstone_at: number | null;
}

export interface DemoProcessorJournalTable {
	reference: string;
	position: Generated<number>;
	operation: "sale" | "authorization" | "verification" | "capture" | "refund" | "void";
	amount_cents: number;
	currency: string;
	/** `action` becomes another result, once. */
	result: "approved" | "declined" | "not_received" | "action";
	decline_class: DeclineClass | null;
	decline_code: DeclineCode | null;
	advice_code: AdviceCode | null;
	message: string;
	auth_code: string | null;
	avs_result: CheckResult | null;
	cvv_result: CheckResult | null;
	original: string | null;
	received_at: number;
	authentication_status: AuthenticationStatus | null;
	authentication_version: string | null;
	authentication_eci: string | null;
	challenge: string | null;
}

export interface VaultTables {
	"vault.keys": KeysTable;
	"vault.master_key": MasterKeyTable;
	"vault.stored_cards": StoredCardsTable;
	"vault.bank_accounts": BankAccountsTable;
	"vault.processor_accounts": ProcessorAccountsTable;
	"vault.processor_requests": ProcessorRequestsTable;
	"demo_processor.journal": DemoProcessorJournalTable;
}
