import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import { deleteInSlices } from "../db/delete-in-slices.ts";
import type { IdempotencyKey, KeyedRequest } from "./idempotency-key.ts";

/** All of them were answered with 200: what was refused left no key behind. */
const answeredStatus = 200;

/** The answer that a key of a request without a card transaction got. */
export async function findKeptAnswer(
	database: Database,
	merchantId: number,
	{ route, key }: IdempotencyKey,
): Promise<{ fingerprint: Buffer; body: string } | undefined> {
	return database
		.selectFrom("idempotency_keys")
		.select(["fingerprint", "response_body as body"])
		.where("merchant_id", "=", merchantId)
		.where("route", "=", route)
		.where("key", "=", key)
		.where("transaction_id", "is", null)
		.$narrowType<{ body: string }>()
		.executeTakeFirst();
}

/** Keeps an answer with its key. `false` when the key has one already. */
export async function insertKeptAnswer(
	transaction: Database,
	merchantId: number,
	{ route, key, fingerprint, body, now }: KeyedRequest & { body: string },
): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await transaction
		.insertInto("idempotency_keys")
		.values({
			merchant_id: merchantId,
			route,
			key,
			fingerprint,
			transaction_id: null,
			response_status: answeredStatus,
			response_body: body,
			created_at: now,
		})
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirstOrThrow();
	return numInsertedOrUpdatedRows === 1n;
}

/** Forgets keys used before `usedBefore` (ms since 1970), but for those whose charge still has no outcome. */
export async function deleteOldKeys(database: Database, usedBefore: number): Promise<void> {
	await deleteInSlices(database, "idempotency_keys", sql`created_at < ${usedBefore} and response_status is not null`);
}
