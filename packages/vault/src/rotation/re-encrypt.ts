import { type Kysely, sql } from "kysely";
import type { DataKey, KeyRing } from "../keys/key-ring.ts";
import type { VaultTables } from "../schema.ts";
import { openSecret, type StoredSecrets, sealSecret } from "../stored-secrets.ts";
import { countStored } from "./count-stored.ts";
import { type OnProgress, stepSize } from "./progress.ts";

export interface ReencryptedRows {
	stored: number;
	/** Their key cannot be destroyed. */
	unreadable: string[];
}

export interface Reencryption {
	database: Kysely<VaultTables>;
	keyRing: KeyRing;
	merchantId: number | undefined;
	onProgress: OnProgress;
}

/** Rows stay readable. A later call continues an interrupted run. */
export async function encryptAnew<Identity extends { merchant_id: number }>(
	reencryption: Reencryption,
	secrets: StoredSecrets<Identity>,
): Promise<ReencryptedRows> {
	const { database, merchantId } = reencryption;
	const result: ReencryptedRows = { stored: 0, unreadable: [] };
	const formerKeys = await listFormerKeys(database, secrets, merchantId);
	const total = formerKeys.reduce((sum, { stored }) => sum + stored, 0);
	for (const row of formerKeys) {
		const former = await reencryption.keyRing.dataKeyOf(row, secrets.purpose);
		for await (const ids of idsUnder(database, secrets, former)) {
			const step = await encryptStep(reencryption, secrets, former, ids);
			result.stored += step.stored;
			result.unreadable.push(...step.unreadable);
			reencryption.onProgress({ what: "re-encrypted", done: result.stored, total });
		}
		await unmark(database, former);
	}
	return result;
}

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

/** A retired key gets no new rows, so one pass finds all. */
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

function encryptStep<Identity extends { merchant_id: number }>(
	{ database, keyRing }: Reencryption,
	secrets: StoredSecrets<Identity>,
	former: DataKey,
	ids: string[],
): Promise<ReencryptedRows> {
	return database.transaction().execute(async (transaction) => {
		const key = await keyRing.lockDataKey(transaction, secrets.purpose, former.merchantId);
		const rows = await lockRows(transaction, secrets, former, ids);
		const unreadable: string[] = [];
		const written: { id: string; encrypted: Buffer }[] = [];
		for (const { id, encrypted, row } of rows) {
			const secret = tryOpen(secrets, former, row, encrypted);
			if (secret === undefined) unreadable.push(id);
			else written.push({ id, encrypted: sealSecret(secrets, key, row, secret) });
		}
		await sql`
			update ${sql.table(secrets.table)} as stored
			set key_id = ${key.keyId}, ${sql.ref(secrets.secret)} = changed.encrypted
			from unnest(${written.map(({ id }) => id)}::text[], ${written.map(({ encrypted }) => encrypted)}::bytea[])
				as changed (id, encrypted)
			where stored.${sql.ref(secrets.id)} = changed.id`.execute(transaction);
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
