import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import { deleteInSlices } from "../db/delete-in-slices.ts";
import { stillRunning } from "../problem.ts";
import type { KeyedRequest, KeyedResponse } from "./keyed-request.ts";

/** `response` is `undefined` while there is no outcome. */
export async function findKeyUse(database: Database, { merchantId, route, key }: KeyedRequest) {
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
 * Comes first in a transaction: otherwise the work could refuse a repetition for what its first request took.
 * @param transactionId the card transaction of the request, if any
 * @throws Problem 409 when another request has the key
 */
export async function claimKey(
	transaction: Database,
	keyed: KeyedRequest | undefined,
	transactionId: string | null = null,
): Promise<void> {
	if (keyed === undefined) return;
	const { merchantId, route, key, fingerprint, now } = keyed;
	const { numInsertedOrUpdatedRows } = await transaction
		.insertInto("idempotency_keys")
		.values({ merchant_id: merchantId, route, key, fingerprint, transaction_id: transactionId, created_at: now })
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirstOrThrow();
	if (numInsertedOrUpdatedRows !== 1n) throw stillRunning();
}

export async function storeResponse<Response extends KeyedResponse>(
	transaction: Database,
	keyed: KeyedRequest | undefined,
	response: Response,
): Promise<Response> {
	if (keyed === undefined) return response;
	const { numUpdatedRows } = await transaction
		.updateTable("idempotency_keys")
		.set({ response_status: response.status, response_body: JSON.stringify(response.body) })
		.where("merchant_id", "=", keyed.merchantId)
		.where("route", "=", keyed.route)
		.where("key", "=", keyed.key)
		.executeTakeFirstOrThrow();
	if (numUpdatedRows !== 1n) throw new Error("A response was stored for an Idempotency-Key that is not claimed.");
	return response;
}

/** Keeps the keys of charges without an outcome. `usedBefore` is ms since 1970. */
export async function deleteOldKeys(database: Database, usedBefore: number): Promise<void> {
	await deleteInSlices(database, "idempotency_keys", sql`created_at < ${usedBefore} and response_status is not null`);
}
