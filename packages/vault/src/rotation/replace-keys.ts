import type { ExpressionBuilder, Kysely } from "kysely";
import { generateKey } from "../keys/generate-key.ts";
import type { MasterKeys } from "../keys/master-keys.ts";
import { insertKey, lockMasterKey, unwrapKey, wrapKey } from "../keys/wrapped-keys.ts";
import { type KeyPurpose, type KeysTable, type StoragePurpose, storagePurposes, type VaultTables } from "../schema.ts";
import type { OnProgress } from "./progress.ts";

/** Values of their former keys stay readable, or expire within a day. */
export type RotatablePurpose = Extract<KeyPurpose, StoragePurpose | "card_token" | "access_token">;

export interface RotationScope {
	purpose: RotatablePurpose;
	merchantId: number | undefined;
}

export interface Replacement {
	database: Kysely<VaultTables>;
	masterKeys: MasterKeys;
	now: number;
	onProgress: OnProgress;
}

export interface ReplacedKey {
	merchantId: number;
	formerKeyId: string;
	keyId: string;
}

export async function isUnfinished(database: Kysely<VaultTables>, scope: RotationScope): Promise<boolean> {
	const marked = await database
		.selectFrom("vault.keys")
		.select("key_id")
		.where(isIn(scope))
		.where("replace_since", "is not", null)
		.executeTakeFirst();
	return marked !== undefined;
}

export async function markKeys(database: Kysely<VaultTables>, scope: RotationScope, now: number): Promise<void> {
	await database
		.updateTable("vault.keys")
		.set({ replace_since: now })
		.where(isIn(scope))
		.where("status", "=", "current")
		.execute();
}

export async function replaceMarkedKeys(replacement: Replacement, scope: RotationScope): Promise<ReplacedKey[]> {
	const replaced: ReplacedKey[] = [];
	const ids = await listMarked(replacement.database, scope);
	for (const [index, keyId] of ids.entries()) {
		const one = await replaceKey(replacement, keyId);
		if (one !== undefined) replaced.push(one);
		replacement.onProgress({ what: "keys replaced", done: index + 1, total: ids.length });
	}
	return replaced;
}

async function listMarked(database: Kysely<VaultTables>, scope: RotationScope): Promise<string[]> {
	const rows = await database
		.selectFrom("vault.keys")
		.select("key_id")
		.where(isIn(scope))
		.where("status", "=", "current")
		.where("replace_since", "is not", null)
		.orderBy("key_id")
		.execute();
	return rows.map(({ key_id }) => key_id);
}

function isIn({ purpose, merchantId }: RotationScope) {
	return ({ eb, and, lit }: ExpressionBuilder<VaultTables, "vault.keys">) =>
		and([eb("purpose", "=", purpose), merchantId === undefined ? lit(true) : eb("merchant_id", "=", merchantId)]);
}

/** Waits for transactions that encrypt with the key. `undefined` when another run has replaced it. */
function replaceKey({ database, masterKeys, now }: Replacement, keyId: string): Promise<ReplacedKey | undefined> {
	const replace = async (transaction: Kysely<VaultTables>) => {
		const former = await transaction
			.selectFrom("vault.keys")
			.selectAll()
			.where("key_id", "=", keyId)
			.where("status", "=", "current")
			.where("replace_since", "is not", null)
			.forNoKeyUpdate()
			.executeTakeFirst();
		if (former === undefined) return undefined;
		await retire(transaction, masterKeys, former, now);
		const { purpose, merchant_id } = former;
		const successor = { purpose, merchant_id, ...generateKey(purpose, former.environment) };
		await insertKey(transaction, masterKeys, successor, now);
		return { merchantId: merchant_id, formerKeyId: keyId, keyId: successor.key_id };
	};
	return database.isTransaction ? replace(database) : database.transaction().execute(replace);
}

/** Wraps again, as the status is bound. A data key stays marked until it encrypts nothing. */
async function retire(
	transaction: Kysely<VaultTables>,
	masterKeys: MasterKeys,
	key: KeysTable,
	now: number,
): Promise<void> {
	const secret = await unwrapKey(masterKeys, key);
	const masterKey = await lockMasterKey(transaction, masterKeys);
	await transaction
		.updateTable("vault.keys")
		.set({
			...wrapKey(masterKey, secret, key, "retired"),
			retired_at: now,
			replace_since: isDataKey(key) ? key.replace_since : null,
		})
		.where("key_id", "=", key.key_id)
		.execute();
}

function isDataKey({ purpose }: KeysTable): boolean {
	return storagePurposes.some((storage) => storage === purpose);
}
