import type { Vault } from "@cardseal/vault";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { Problem, stillRunning } from "../problem.ts";
import { findKeyUse } from "./idempotency-keys.store.ts";
import { type Asked, type IdempotencyKey, type KeyedRequest, type KeyedResponse, keyRequest } from "./keyed-request.ts";

/** Finds the responses of card transactions, which are stored with their outcomes. */
export interface UnstoredResponses<Response> {
	/** Returns the current response of a transaction; `undefined` while its request is in flight. */
	find(keyed: KeyedRequest, transactionId: string): Promise<Response | undefined>;
	/**
	 * Returns the response of a transaction whose key the database lost.
	 *
	 * @param error of the work; absent before it
	 * @throws Problem 409 while its request is in flight, 422 when it is another request's
	 */
	findLost(keyed: KeyedRequest, error?: unknown): Promise<Response | undefined>;
}

export interface RequestOnce<Response> {
	idempotency: IdempotencyKey | undefined;
	gathered: Asked;
	unstored?: UnstoredResponses<Response> | undefined;
}

export interface Answered<Response> {
	response: Response;
	/** `true` for the response of an earlier request with the same key. */
	isReplay: boolean;
}

export const keyReused = () =>
	new Problem("idempotency_key_reused", "This Idempotency-Key was used for a different request. Use a new key.");

/**
 * Does the work of a request, once for its key. A repetition gets the stored response, also when two requests with one key
 * start at the same moment: `work` claims the key in the database transaction that it writes in, and the second claim throws.
 *
 * @throws Problem 409 while an earlier request is in flight, 422 when it was a different one; what `work` throws, unless
 *   the key was written: a refused request leaves its key free (rule H-05)
 */
export async function answerOnce<Response extends KeyedResponse>(
	door: { database: Database; vault: Pick<Vault, "fingerprintRequest">; clocks: Clocks },
	{ idempotency, gathered, unstored }: RequestOnce<Response>,
	work: (keyed: KeyedRequest | undefined) => Promise<Response>,
): Promise<Answered<Response>> {
	if (idempotency === undefined) return { response: await work(undefined), isReplay: false };
	const keyed = keyRequest(door, idempotency, gathered);
	const findEarlier = () => findStored(door.database, keyed, unstored);
	const earlier = (await unstored?.findLost(keyed)) ?? (await findEarlier());
	if (earlier !== undefined) return { response: earlier, isReplay: true };
	try {
		return { response: await work(keyed), isReplay: false };
	} catch (error) {
		// Another request claimed the key, or the connection broke between a commit and its acknowledgement.
		const find = async () => (await findEarlier()) ?? (await unstored?.findLost(keyed, error));
		const written = await find().catch((failed) => {
			if (failed instanceof Problem) throw failed;
		});
		if (written === undefined) throw error;
		return { response: written, isReplay: true };
	}
}

/** @throws Problem 409, 422 */
async function findStored<Response extends KeyedResponse>(
	database: Database,
	keyed: KeyedRequest,
	unstored: UnstoredResponses<Response> | undefined,
): Promise<Response | undefined> {
	const earlier = await findKeyUse(database, keyed);
	if (earlier === undefined) return undefined;
	const { fingerprint, response, transactionId } = earlier;
	if (!fingerprint.equals(keyed.fingerprint)) throw keyReused();
	// `findKeyUse` read what `storeResponse` wrote for this route.
	if (response !== undefined) return { status: response.status, body: JSON.parse(response.body) } as Response;
	const current = transactionId === null ? undefined : await unstored?.find(keyed, transactionId);
	if (current === undefined) throw stillRunning();
	return current;
}
