import type { Generated } from "kysely";

/** What a key is for. Each purpose has its own keys; none is ever used for another. */
export type KeyPurpose = "card_token" | "access_token" | "idempotency" | "cursor" | "client_secret" | "sandbox";

/** `current` keys encrypt and open, `retired` ones only open, `destroyed` ones have lost their secret. */
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
	created_at: number;
	retired_at: number | null;
}

/** What the demo processor itself believes about a request, so that our records can be held against it. */
export interface DemoProcessorJournalTable {
	reference: string;
	position: Generated<number>;
	operation: "sale" | "authorization";
	amount_cents: number;
	currency: string;
	result: "approved" | "declined" | "not_received";
	decline_class: "soft" | "hard" | "data" | null;
	message: string;
	auth_code: string | null;
	received_at: number;
}

/** The vault's own tables, to be merged into the database type of whoever opens it. */
export interface VaultTables {
	"vault.keys": KeysTable;
	"demo_processor.journal": DemoProcessorJournalTable;
}
