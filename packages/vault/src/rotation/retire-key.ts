import type { Kysely } from "kysely";
import { inTransaction } from "../in-transaction.ts";
import type { KeyPurpose, KeysTable, VaultTables } from "../schema.ts";
import { countStoredUnder } from "./count-stored.ts";

const hour = 3_600_000;
const day = 24 * hour;

/**
 * Former public keys: 30 days on pages and a day for the last token. Access tokens: a day, and a minute in which
 * gateways may sign.
 */
const graceMs: Partial<Record<KeyPurpose, number>> = {
	card_token: 32 * day,
	access_token: 25 * hour,
};

export function neededUntil({ purpose, retired_at }: Pick<KeysTable, "purpose" | "retired_at">): number | undefined {
	return retired_at === null ? undefined : retired_at + (graceMs[purpose] ?? 0);
}

export type Retirement =
	| { outcome: "destroyed" }
	| { outcome: "unknown_key" }
	| { outcome: "already_destroyed" }
	| { outcome: "current"; purpose: KeyPurpose }
	| { outcome: "in_use"; purpose: KeyPurpose; stored: number }
	| { outcome: "may_be_in_use"; purpose: KeyPurpose; until: number };

export interface RetireOptions {
	database: Kysely<VaultTables>;
	keyId: string;
	now: number;
	/** Does not wait for tokens: a thief of the key can make them too. */
	compromised: boolean;
}

/** For keys that nothing needs (P-16). Needs no master key. */
export async function retireKey({ database, keyId, now, compromised }: RetireOptions): Promise<Retirement> {
	return inTransaction(database, async (transaction) => {
		const key = await lockKey(transaction, keyId);
		if (key === undefined) return { outcome: "unknown_key" };
		const obstacle = await findObstacle(transaction, key, compromised ? Number.POSITIVE_INFINITY : now);
		if (obstacle !== undefined) return obstacle;
		await transaction
			.updateTable("vault.keys")
			.set({ status: "destroyed", wrapped_secret: null, replace_since: null })
			.where("key_id", "=", keyId)
			.execute();
		return { outcome: "destroyed" };
	});
}

function lockKey(transaction: Kysely<VaultTables>, keyId: string): Promise<KeysTable | undefined> {
	return transaction
		.selectFrom("vault.keys")
		.selectAll()
		.where("key_id", "=", keyId)
		.forNoKeyUpdate()
		.executeTakeFirst();
}

async function findObstacle(
	transaction: Kysely<VaultTables>,
	key: KeysTable,
	now: number,
): Promise<Retirement | undefined> {
	const { purpose, status } = key;
	if (status === "destroyed") return { outcome: "already_destroyed" };
	if (status === "current") return { outcome: "current", purpose };
	// Only current keys encrypt, so the count cannot grow.
	const stored = await countStoredUnder(transaction, key.key_id);
	if (stored > 0) return { outcome: "in_use", purpose, stored };
	const until = neededUntil(key);
	return until !== undefined && now < until ? { outcome: "may_be_in_use", purpose, until } : undefined;
}
