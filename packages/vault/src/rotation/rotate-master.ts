import type { Kysely } from "kysely";
import type { MasterKey } from "../keys/at-rest.ts";
import { lockMasterKey, unwrapKey, wrapKey } from "../keys/wrapped-keys.ts";
import type { VaultTables } from "../schema.ts";
import { inSteps } from "./progress.ts";
import type { Replacement } from "./replace-keys.ts";

/**
 * Continues an interrupted run (P-15); the former master key reverts it.
 *
 * @returns the number of wrapped keys
 * @throws Error when a key's row was changed, or its master key is unknown
 */
export async function rotateMasterKey(rotation: Replacement, to: MasterKey): Promise<number> {
	const { database, onProgress } = rotation;
	await announce(rotation, to);
	let done = 0;
	for (let ids = await listOthers(database, to); ids.length > 0; ids = await listOthers(database, to)) {
		const total = done + ids.length;
		for (const step of inSteps(ids)) {
			done += await wrapAnew(rotation, step, to);
			onProgress({ what: "keys wrapped", done, total });
		}
	}
	return done;
}

/** Waits for keys being created. */
async function announce({ database, now }: Replacement, to: MasterKey): Promise<void> {
	await database
		.updateTable("vault.master_key")
		.set({ master_key_id: to.id, since: now })
		.where("master_key_id", "!=", to.id)
		.execute();
}

async function listOthers(database: Kysely<VaultTables>, to: MasterKey): Promise<string[]> {
	const rows = await database
		.selectFrom("vault.keys")
		.select("key_id")
		.where("status", "!=", "destroyed")
		.where("master_key_id", "!=", to.id)
		.orderBy("key_id")
		.execute();
	return rows.map(({ key_id }) => key_id);
}

function wrapAnew({ database, masterKeys }: Replacement, keyIds: string[], to: MasterKey): Promise<number> {
	return database.transaction().execute(async (transaction) => {
		const current = await lockMasterKey(transaction, masterKeys);
		if (current.id !== to.id) throw new Error(`Another process has begun to rotate to master key ${current.id}.`);
		const rows = await transaction
			.selectFrom("vault.keys")
			.selectAll()
			.where("key_id", "in", keyIds)
			.where("status", "!=", "destroyed")
			.orderBy("key_id")
			.forNoKeyUpdate()
			.execute();
		for (const row of rows) {
			const secret = await unwrapKey(masterKeys, row);
			await transaction
				.updateTable("vault.keys")
				.set(wrapKey(to, secret, row, row.status))
				.where("key_id", "=", row.key_id)
				.execute();
		}
		return rows.length;
	});
}
