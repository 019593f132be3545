import type { Kysely } from "kysely";
import { bankAccountSecrets } from "../bank-accounts/bank-accounts.ts";
import { storedCardSecrets } from "../cards/stored-cards.ts";
import { parseMasterKey } from "../keys/at-rest.ts";
import { KeyRing } from "../keys/key-ring.ts";
import { type MasterKeySource, MasterKeys } from "../keys/master-keys.ts";
import type { VaultTables } from "../schema.ts";
import type { OnProgress } from "./progress.ts";
import { type EncryptedAnew, encryptAnew, type Reencryption } from "./re-encrypt.ts";
import {
	isUnfinished,
	markKeys,
	type ReplacedKey,
	type RotatablePurpose,
	type RotationScope,
	replaceMarkedKeys,
} from "./replace-keys.ts";
import { rotateMasterKey } from "./rotate-master.ts";

export interface KeyRotationOptions extends MasterKeySource {
	database: Kysely<VaultTables>;
	/** Real time, ms since 1970. */
	now: () => number;
	onProgress: OnProgress;
}

/** What a rotation of keys did. */
export interface Rotated extends EncryptedAnew {
	/** Whether it finished what an earlier, interrupted run had begun. */
	resumed: boolean;
	keys: ReplacedKey[];
}

/**
 * What an operator can have done to keys while gateways run. Each may be interrupted at any moment and called again, and
 * may be called by two operators at once. The gateway itself has none of these powers.
 */
export interface KeyRotation {
	/**
	 * Wraps every key by another master key; see `rotateMasterKey`.
	 *
	 * @param to in the form that `parseMasterKey` reads
	 */
	rotateMaster(to: string): Promise<{ masterKeyId: string; keys: number }>;
	/** Gives current keys a successor, and encrypts stored cards or bank accounts anew where that is what the keys are for. */
	rotate(scope: RotationScope): Promise<Rotated>;
}

/**
 * Opens the vault for rotating its keys.
 *
 * @throws Error when a master key is malformed, or is not one that the stored keys were wrapped with
 */
export async function createKeyRotation(options: KeyRotationOptions): Promise<KeyRotation> {
	const { database, now, onProgress } = options;
	const masterKeys = new MasterKeys(options);
	const keyRing = await KeyRing.open({ database, masterKeys, now });
	return {
		async rotateMaster(to) {
			const masterKey = parseMasterKey(to);
			// Whoever runs with the same settings must find it, too.
			await masterKeys.get(masterKey.id);
			const keys = await rotateMasterKey({ database, masterKeys, now: now(), onProgress }, masterKey);
			return { masterKeyId: masterKey.id, keys };
		},
		async rotate(scope) {
			const resumed = await isUnfinished(database, scope);
			if (!resumed) await markKeys(database, scope, now());
			const keys = await replaceMarkedKeys({ database, masterKeys, now: now(), onProgress }, scope);
			const { purpose, merchantId } = scope;
			const anew = await encryptStoredAnew(purpose, { database, keyRing, merchantId, onProgress });
			return { resumed, keys, ...anew };
		},
	};
}

async function encryptStoredAnew(purpose: RotatablePurpose, reencryption: Reencryption): Promise<EncryptedAnew> {
	switch (purpose) {
		case "card_storage":
			return encryptAnew(reencryption, storedCardSecrets);
		case "bank_account_storage":
			return encryptAnew(reencryption, bankAccountSecrets);
		default:
			return { stored: 0, unreadable: [] };
	}
}
