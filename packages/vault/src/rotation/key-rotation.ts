import type { Kysely } from "kysely";
import { bankAccountSecrets } from "../bank-accounts/bank-accounts.ts";
import { storedCardSecrets } from "../cards/stored-cards.ts";
import { parseMasterKey } from "../keys/at-rest.ts";
import { KeyRing } from "../keys/key-ring.ts";
import { type MasterKeySource, MasterKeys } from "../keys/master-keys.ts";
import { processorAccountSecrets } from "../processors/processor-accounts.ts";
import type { VaultTables } from "../schema.ts";
import type { OnProgress } from "./progress.ts";
import { encryptAnew, type ReencryptedRows, type Reencryption } from "./re-encrypt.ts";
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
	now: () => number;
	onProgress: OnProgress;
}

export interface Rotated extends ReencryptedRows {
	resumed: boolean;
	keys: ReplacedKey[];
}

/** May be interrupted and called again, also by two operators. */
export interface KeyRotation {
	rotateMaster(to: string): Promise<{ masterKeyId: string; keys: number }>;
	rotate(scope: RotationScope): Promise<Rotated>;
}

/** @throws Error when a master key is malformed, or wrapped none of the stored keys */
export async function createKeyRotation(options: KeyRotationOptions): Promise<KeyRotation> {
	const { database, now, onProgress } = options;
	const masterKeys = new MasterKeys(options);
	const keyRing = await KeyRing.open({ database, masterKeys, now });
	return {
		async rotateMaster(to) {
			const masterKey = parseMasterKey(to);
			await masterKeys.get(masterKey.id);
			const keys = await rotateMasterKey({ database, masterKeys, now: now(), onProgress }, masterKey);
			return { masterKeyId: masterKey.id, keys };
		},
		async rotate(scope) {
			const resumed = await isUnfinished(database, scope);
			if (!resumed) await markKeys(database, scope, now());
			const keys = await replaceMarkedKeys({ database, masterKeys, now: now(), onProgress }, scope);
			const { purpose, merchantId } = scope;
			const result = await reencryptStored(purpose, { database, keyRing, merchantId, onProgress });
			return { resumed, keys, ...result };
		},
	};
}

async function reencryptStored(purpose: RotatablePurpose, reencryption: Reencryption): Promise<ReencryptedRows> {
	switch (purpose) {
		case "card_storage":
			return encryptAnew(reencryption, storedCardSecrets);
		case "bank_account_storage":
			return encryptAnew(reencryption, bankAccountSecrets);
		case "processor_account_storage":
			return encryptAnew(reencryption, processorAccountSecrets);
		default:
			return { stored: 0, unreadable: [] };
	}
}
