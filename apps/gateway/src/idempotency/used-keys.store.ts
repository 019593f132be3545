import type { Database } from "../db/database.ts";
import type { Transaction } from "../payments/tables.ts";

export interface KeyUse {
	merchantId: number;
	route: string;
	key: string;
}

/** A key that was used before, with the charge it stands for and the answer that one got, if it has got one. */
export interface UsedKey {
	fingerprint: Buffer;
	response: { status: number; body: string } | undefined;
	transaction: Transaction;
	/** Until when its gateway waits for the processor's answer; `undefined` once the outcome is known. ms since 1970. */
	waitsUntil: number | undefined;
}

export async function findUsedKey(
	database: Database,
	{ merchantId, route, key }: KeyUse,
): Promise<UsedKey | undefined> {
	const row = await database
		.selectFrom("idempotency_keys as used")
		.innerJoin("transactions", "transactions.transaction_id", "used.transaction_id")
		.leftJoin("pending_charges as pending", "pending.transaction_id", "used.transaction_id")
		.selectAll("transactions")
		.select(["used.fingerprint", "used.response_status", "used.response_body", "pending.waits_until"])
		.where("used.merchant_id", "=", merchantId)
		.where("used.route", "=", route)
		.where("used.key", "=", key)
		.executeTakeFirst();
	if (row === undefined) return undefined;
	const { fingerprint, response_status: status, response_body: body, waits_until: waitsUntil, ...transaction } = row;
	return {
		fingerprint,
		response: status === null || body === null ? undefined : { status, body },
		transaction,
		waitsUntil: waitsUntil ?? undefined,
	};
}
