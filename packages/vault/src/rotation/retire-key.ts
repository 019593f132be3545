import type { Kysely } from "kysely";
import { inTransaction } from "../in-transaction.ts";
import type { KeyPurpose, KeysTable, VaultTables } from "../schema.ts";
import { countStoredUnder } from "./count-stored.ts";

const hour = 3_600_000;
const day = 24 * hour;

/**
 * How long a retired key is kept for what we cannot count. Pages with a merchant's former public key in them go on for
 * 30 days, the last token of which lives another day either way; access tokens live a day at most, and a gateway that has
 * not heard of the rotation signs for a minute with the former key.
 */
const graceMs: Partial<Record<KeyPurpose, number>> = {
	card_token: 32 * day,
	access_token: 25 * hour,
};

/** When what a retired key has made will have run out by itself: ms since 1970. */
export function neededUntil({ purpose, retired_at }: Pick<KeysTable, "purpose" | "retired_at">): number | undefined {
	return retired_at === null ? undefined : retired_at + (graceMs[purpose] ?? 0);
}

/** Whether a key's secret is gone, or what is in the way of that. */
export type Retirement =
	| { outcome: "destroyed" }
	| { outcome: "unknown_key" }
	| { outcome: "already_destroyed" }
	| { outcome: "current"; purpose: KeyPurpose }
	| { outcome: "in_use"; purpose: KeyPurpose; stored: number }
	/** Until then, ms since 1970, tokens may be out there that the key must open or verify. */
	| { outcome: "may_be_in_use"; purpose: KeyPurpose; until: number };

export interface RetireOptions {
	/** A transaction, when more has to happen together with it. */
	database: Kysely<VaultTables>;
	keyId: string;
	/** ms since 1970 */
	now: number;
	/** Does not wait for tokens to run out: whoever stole the key could make them, too. What is stored under it still counts. */
	compromised: boolean;
}

/**
 * Destroys a retired key's secret, for good, when nothing needs it any more (P-16). It needs no master key: there is
 * nothing to unwrap.
 */
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
	// Only current keys encrypt, and it did not retire before those who did so were done: the count cannot grow.
	const stored = await countStoredUnder(transaction, key.key_id);
	if (stored > 0) return { outcome: "in_use", purpose, stored };
	const until = neededUntil(key);
	return until !== undefined && now < until ? { outcome: "may_be_in_use", purpose, until } : undefined;
}
