import type { Kysely } from "kysely";
import { inTransaction } from "../in-transaction.ts";
import type { KeyStatus, KeysTable, VaultTables } from "../schema.ts";
import { type MasterKey, unwrap, wrap } from "./at-rest.ts";
import type { GeneratedKey } from "./generate-key.ts";
import type { MasterKeys } from "./master-keys.ts";

type BoundColumns = Pick<
	KeysTable,
	"key_id" | "purpose" | "merchant_id" | "environment" | "public_key" | "status" | "status_bound"
>;

export type NewKey = GeneratedKey & Pick<KeysTable, "purpose" | "merchant_id">;

type Wrapping = Pick<KeysTable, "wrapped_secret" | "master_key_id" | "status" | "status_bound">;

/** @throws Error when the key was destroyed, its row was changed, or its master key is unknown */
export async function unwrapKey(masterKeys: MasterKeys, row: KeysTable): Promise<Buffer> {
	if (row.wrapped_secret === null) throw new Error(`Key ${row.key_id} was destroyed.`);
	const masterKey = await masterKeys.get(row.master_key_id);
	try {
		return unwrap(masterKey, row.wrapped_secret, contextOf(row));
	} catch (cause) {
		throw new Error(`Key ${row.key_id} was changed in the database or wrapped by another master key.`, { cause });
	}
}

export function wrapKey(
	masterKey: MasterKey,
	secret: Uint8Array,
	row: Omit<BoundColumns, "status" | "status_bound">,
	status: KeyStatus,
): Wrapping {
	const bound = { status, status_bound: true };
	return {
		...bound,
		wrapped_secret: wrap(masterKey, secret, contextOf({ ...row, ...bound })),
		master_key_id: masterKey.id,
	};
}

export async function insertKey(
	database: Kysely<VaultTables>,
	masterKeys: MasterKeys,
	{ secret, ...identity }: NewKey,
	now: number,
): Promise<void> {
	await inTransaction(database, async (transaction) => {
		const masterKey = await lockMasterKey(transaction, masterKeys);
		await transaction
			.insertInto("vault.keys")
			.values({
				...identity,
				...wrapKey(masterKey, secret, identity, "current"),
				created_at: now,
				retired_at: null,
				replace_since: null,
			})
			.onConflict((conflict) => conflict.doNothing())
			.execute();
	});
}

/** Excludes a master key that is about to be removed. */
export async function lockMasterKey(transaction: Kysely<VaultTables>, masterKeys: MasterKeys): Promise<MasterKey> {
	const { master_key_id } = await transaction
		.selectFrom("vault.master_key")
		.select("master_key_id")
		.forShare()
		.executeTakeFirstOrThrow();
	return masterKeys.get(master_key_id);
}

/** Older keys bind their status with their next wrapping. */
function contextOf(row: BoundColumns): string {
	const publicKey = row.public_key === null ? "" : Buffer.from(row.public_key).toString("hex");
	const identity = [row.key_id, row.purpose, row.merchant_id, row.environment, publicKey];
	return row.status_bound
		? ["cardseal key v2", ...identity, row.status].join("|")
		: ["cardseal key v1", ...identity].join("|");
}
