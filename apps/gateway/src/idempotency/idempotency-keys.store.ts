import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import { deleteInSlices } from "../db/delete-in-slices.ts";
import type { KeyedRequest } from "./keyed-request.ts";

/** An earlier request with the same key. */
export interface KeyUse {
	fingerprint: Buffer;
	/** The card transaction that the request made; `null` for a request that made none. */
	transactionId: string | null;
	/** `undefined` while the card transaction has no outcome. */
	response: { status: number; body: string } | undefined;
}

export async function findKeyUse(
	database: Database,
	merchantId: number,
	{ route, key }: KeyedRequest,
): Promise<KeyUse | undefined> {
	const row = await database
		.selectFrom("idempotency_keys")
		.select(["fingerprint", "transaction_id", "response_status", "response_body"])
		.where("merchant_id", "=", merchantId)
		.where("route", "=", route)
		.where("key", "=", key)
		.executeTakeFirst();
	if (row === undefined) return undefined;
	const { fingerprint, transaction_id: transactionId, response_status: status, response_body: body } = row;
	return { fingerprint, transactionId, response: status === null || body === null ? undefined : { status, body } };
}

/**
 * Claims a key for the rest of a database transaction. Waits for another transaction that claims the same key.
 *
 * @param transactionId the card transaction that the request makes, if it makes one
 * @returns `false` when an earlier request has the key
 */
export async function claimKey(
	transaction: Database,
	merchantId: number,
	{ route, key, fingerprint, now }: KeyedRequest,
	transactionId: string | null,
): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await transaction
		.insertInto("idempotency_keys")
		.values({
			merchant_id: merchantId,
			route,
			key,
			fingerprint,
			transaction_id: transactionId,
			created_at: now,
		})
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirstOrThrow();
	return numInsertedOrUpdatedRows === 1n;
}

/** Stores the response to a request whose key the database transaction has claimed. */
export async function storeResponse(
	transaction: Database,
	merchantId: number,
	{ route, key }: KeyedRequest,
	{ status, body }: { status: number; body: unknown },
): Promise<void> {
	const { numUpdatedRows } = await transaction
		.updateTable("idempotency_keys")
		.set({ response_status: status, response_body: JSON.stringify(body) })
		.where("merchant_id", "=", merchantId)
		.where("route", "=", route)
		.where("key", "=", key)
		.executeTakeFirstOrThrow();
	if (numUpdatedRows !== 1n) throw new Error("A response was stored for an Idempotency-Key that is not claimed.");
}

/** Deletes keys used before `usedBefore` (ms since 1970), except those of charges that have no outcome yet. */
export async function deleteOldKeys(database: Database, usedBefore: number): Promise<void> {
	await deleteInSlices(database, "idempotency_keys", sql`created_at < ${usedBefore} and response_status is not null`);
}
