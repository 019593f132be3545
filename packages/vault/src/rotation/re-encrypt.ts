import { type Kysely, sql } from "kysely";
import { wrap } from "../keys/at-rest.ts";
import type { DataKey, KeyRing } from "../keys/key-ring.ts";
import type { VaultTables } from "../schema.ts";
import { openSecret, type StoredSecrets } from "../stored-secrets.ts";
import { countStored } from "./count-stored.ts";
import { type OnProgress, stepSize } from "./progress.ts";

/** What became of the cards, or of the bank accounts, that stood under retired keys. */
export interface EncryptedAnew {
	stored: number;
	/** Ids of those that could not be decrypted: they stay as they are, and so their key cannot be destroyed. */
	unreadable: string[];
}

export interface Reencryption {
	database: Kysely<VaultTables>;
	keyRing: KeyRing;
	merchantId: number | undefined;
	onProgress: OnProgress;
}

/**
 * Encrypts everything of a kind that stands under a retired key under its merchant's current one, some at a time, each
 * readable at every moment. Interrupted, it goes on with the rest when it is called again.
 */
export async function encryptAnew<Identity extends { merchant_id: number }>(
	reencryption: Reencryption,
	secrets: StoredSecrets<Identity>,
): Promise<EncryptedAnew> {
	const { database, merchantId } = reencryption;
	const result: EncryptedAnew = { stored: 0, unreadable: [] };
	const formerKeys = await listFormerKeys(database, secrets, merchantId);
	const total = formerKeys.reduce((sum, { stored }) => sum + stored, 0);
	for (const row of formerKeys) {
		const former = await reencryption.keyRing.dataKeyOf(row, secrets.purpose);
		for await (const ids of idsUnder(database, secrets, former)) {
			const step = await encryptStep(reencryption, secrets, former, ids);
			result.stored += step.stored;
			result.unreadable.push(...step.unreadable);
			reencryption.onProgress({ what: "encrypted anew", done: result.stored, total });
		}
		await unmark(database, former);
	}
	return result;
}

/** Retired data keys under which something stands, or may stand since nobody has looked yet. */
async function listFormerKeys<Identity extends { merchant_id: number }>(
	database: Kysely<VaultTables>,
	{ purpose }: StoredSecrets<Identity>,
	merchantId: number | undefined,
) {
	const rows = await database
		.selectFrom("vault.keys as key")
		.selectAll()
		.select(countStored)
		.where("purpose", "=", purpose)
		.where("status", "=", "retired")
		.where(({ eb, lit }) => (merchantId === undefined ? lit(true) : eb("merchant_id", "=", merchantId)))
		.orderBy("key_id")
		.execute();
	return rows.filter(({ stored, replace_since }) => stored > 0 || replace_since !== null);
}

async function unmark(database: Kysely<VaultTables>, { keyId }: DataKey): Promise<void> {
	await database.updateTable("vault.keys").set({ replace_since: null }).where("key_id", "=", keyId).execute();
}

/** The ids of what a key encrypts, some at a time. Nothing comes to a retired key, so that one walk meets them all. */
async function* idsUnder<Identity extends { merchant_id: number }>(
	database: Kysely<VaultTables>,
	secrets: StoredSecrets<Identity>,
	key: DataKey,
): AsyncGenerator<string[]> {
	let ids = await listIdsAfter(database, secrets, key, "");
	for (let last = ids.at(-1); last !== undefined; last = ids.at(-1)) {
		yield ids;
		ids = await listIdsAfter(database, secrets, key, last);
	}
}

async function listIdsAfter<Identity extends { merchant_id: number }>(
	database: Kysely<VaultTables>,
	{ table, id }: StoredSecrets<Identity>,
	key: DataKey,
	last: string,
): Promise<string[]> {
	const { rows } = await sql<{ id: string }>`
		select ${sql.ref(id)} as id from ${sql.table(table)}
		where key_id = ${key.keyId} and ${sql.ref(id)} > ${last}
		order by ${sql.ref(id)} limit ${sql.lit(stepSize)}`.execute(database);
	return rows.map((row) => row.id);
}

/** What was deleted meanwhile is no longer there, and is left out. */
function encryptStep<Identity extends { merchant_id: number }>(
	{ database, keyRing }: Reencryption,
	secrets: StoredSecrets<Identity>,
	former: DataKey,
	ids: string[],
): Promise<EncryptedAnew> {
	return database.transaction().execute(async (transaction) => {
		const key = await keyRing.lockDataKey(transaction, secrets.purpose, former.merchantId);
		const rows = await lockRows(transaction, secrets, former, ids);
		const unreadable: string[] = [];
		const written: { id: string; encrypted: Buffer }[] = [];
		for (const { id, encrypted, row } of rows) {
			const secret = tryOpen(secrets, former, row, encrypted);
			if (secret === undefined) unreadable.push(id);
			else written.push({ id, encrypted: wrap(key, secret, secrets.contextOf(row, key.keyId)) });
		}
		await sql`
			update ${sql.table(secrets.table)} as stored
			set key_id = ${key.keyId}, ${sql.ref(secrets.secret)} = anew.encrypted
			from unnest(${written.map(({ id }) => id)}::text[], ${written.map(({ encrypted }) => encrypted)}::bytea[])
				as anew (id, encrypted)
			where stored.${sql.ref(secrets.id)} = anew.id`.execute(transaction);
		return { stored: written.length, unreadable };
	});
}

async function lockRows<Identity extends { merchant_id: number }>(
	transaction: Kysely<VaultTables>,
	{ table, id, secret }: StoredSecrets<Identity>,
	former: DataKey,
	ids: string[],
): Promise<{ id: string; encrypted: Buffer; row: Identity }[]> {
	const { rows } = await sql<Identity & { stored_id: string; stored_secret: Buffer }>`
		select *, ${sql.ref(id)} as stored_id, ${sql.ref(secret)} as stored_secret from ${sql.table(table)}
		where ${sql.ref(id)} = any(${ids}::text[]) and key_id = ${former.keyId}
		order by ${sql.ref(id)} for no key update`.execute(transaction);
	return rows.map((row) => ({ id: row.stored_id, encrypted: row.stored_secret, row }));
}

function tryOpen<Identity extends { merchant_id: number }>(
	secrets: StoredSecrets<Identity>,
	key: DataKey,
	row: Identity,
	encrypted: Buffer,
): Buffer | undefined {
	try {
		return openSecret(secrets, key, row, encrypted);
	} catch {
		return undefined;
	}
}
