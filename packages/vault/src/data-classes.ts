import type { VaultTables } from "./schema.ts";

/**
 * The class of a column's data. `personal`: names, addresses and other data about a person. `pseudonym`: leads to a person only
 * together with other data. `financial`: a business record. `secret`: keys, hashes of passwords, encrypted numbers.
 */
export type DataClass = "none" | "pseudonym" | "personal" | "financial" | "secret";

/** The class of every column of these tables. */
export type DataClassesOf<Tables> = {
	readonly [Name in keyof Tables]: { readonly [Column in keyof Tables[Name]]: DataClass };
};

export const vaultData: DataClassesOf<VaultTables> = {
	"demo_processor.journal": {
		reference: "pseudonym",
		position: "none",
		operation: "financial",
		amount_cents: "financial",
		currency: "financial",
		result: "financial",
		decline_class: "financial",
		decline_code: "financial",
		advice_code: "financial",
		message: "none",
		auth_code: "financial",
		avs_result: "financial",
		cvv_result: "financial",
		original: "pseudonym",
		received_at: "financial",
	},
	"vault.bank_accounts": {
		account_id: "pseudonym",
		merchant_id: "none",
		key_id: "none",
		encrypted_account: "secret",
		stored_at: "none",
	},
	"vault.keys": {
		key_id: "none",
		purpose: "none",
		merchant_id: "none",
		environment: "none",
		public_key: "none",
		wrapped_secret: "secret",
		master_key_id: "none",
		status: "none",
		status_bound: "none",
		created_at: "none",
		retired_at: "none",
		replace_since: "none",
	},
	"vault.master_key": {
		only_row: "none",
		master_key_id: "none",
		since: "none",
	},
	"vault.processor_accounts": {
		account_id: "pseudonym",
		merchant_id: "none",
		key_id: "none",
		encrypted_secrets: "secret",
		stored_at: "none",
	},
	"vault.processor_requests": {
		reference: "pseudonym",
		submitted_at: "none",
		tombstone_at: "none",
	},
	"vault.stored_cards": {
		card_id: "pseudonym",
		merchant_id: "none",
		customer_id: "pseudonym",
		key_id: "none",
		encrypted_number: "secret",
		fingerprint: "pseudonym",
		stored_at: "none",
	},
};
