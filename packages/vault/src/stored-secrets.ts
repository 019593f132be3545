import { unwrap, wrap } from "./keys/at-rest.ts";
import type { DataKey } from "./keys/key-ring.ts";
import type { StoragePurpose } from "./schema.ts";

export interface StoredSecrets<Identity extends { merchant_id: number }> {
	purpose: StoragePurpose;
	table: "vault.stored_cards" | "vault.bank_accounts" | "vault.processor_accounts";
	id: string;
	secret: string;
	/** Moved to another row or owner, a secret no longer decrypts (P-07). */
	contextOf(row: Identity, keyId: string): string;
}

export function sealSecret<Identity extends { merchant_id: number }>(
	secrets: StoredSecrets<Identity>,
	key: DataKey,
	row: Identity,
	secret: Uint8Array,
): Buffer {
	return wrap(key, secret, secrets.contextOf(row, key.keyId));
}

/** @throws Error when it was not encrypted under this key for this row */
export function openSecret<Identity extends { merchant_id: number }>(
	secrets: StoredSecrets<Identity>,
	key: DataKey,
	row: Identity,
	encrypted: Uint8Array,
): Buffer {
	if (key.merchantId !== row.merchant_id) throw new Error(`Key ${key.keyId} is another merchant's.`);
	return unwrap(key, encrypted, secrets.contextOf(row, key.keyId));
}
