import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { Transaction } from "./transaction-record.ts";

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
	/** Until when the processor's answer is waited for, while it is; ms since 1970. */
	inquireAfter: number | undefined;
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
		.select(["used.fingerprint", "used.response_status", "used.response_body", "pending.inquire_after"])
		.where("used.merchant_id", "=", merchantId)
		.where("used.route", "=", route)
		.where("used.key", "=", key)
		.executeTakeFirst();
	if (row === undefined) return undefined;
	const { fingerprint, response_status: status, response_body: body, inquire_after, ...transaction } = row;
	return {
		fingerprint,
		response: status === null || body === null ? undefined : { status, body },
		transaction,
		inquireAfter: inquire_after ?? undefined,
	};
}

/** Forgets keys used before `usedBefore` (ms since 1970), but for those whose charge still has no outcome. */
export async function deleteOldKeys(database: Database, usedBefore: number): Promise<void> {
	await sql`
		delete from idempotency_keys where created_at < ${usedBefore} and response_status is not null`.execute(database);
}

/** Forgets marks of card tokens that no clock can make fresh any more. */
export async function deleteOldTokenMarks(database: Database, now: number): Promise<void> {
	await sql`delete from used_card_tokens where expires_at < ${now}`.execute(database);
}
