import type { Vault } from "@cardseal/vault";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { Problem, stillRunning } from "../problem.ts";
import { findKeyUse } from "./idempotency-keys.store.ts";
import { type Asked, type IdempotencyKey, type KeyedRequest, type KeyedResponse, keyRequest } from "./keyed-request.ts";

export interface UnstoredResponses<Response> {
	/** Returns `undefined` while the request is in flight. */
	find(keyed: KeyedRequest, transactionId: string): Promise<Response | undefined>;
	/** Finds the response of a key that the database lost. Throws 409 while in flight, 422 for another request. */
	findLost(keyed: KeyedRequest, error?: unknown): Promise<Response | undefined>;
}

export const keyReused = () =>
	new Problem("idempotency_key_reused", "This Idempotency-Key was used for a different request. Use a new key.");

/**
 * Does the work of a request once for its key. `work` claims the key in its database transaction; a second claim
 * throws. An error of `work` counts unless the key was written (rule H-05).
 * @throws Problem 409 while an earlier request is in flight, 422 for a different one; the errors of `work`,
 * unless the key was written (rule H-05)
 */
export async function answerOnce<Response extends KeyedResponse>(
	door: { database: Database; vault: Pick<Vault, "fingerprintRequest">; clocks: Clocks },
	{
		idempotency,
		gathered,
		unstored,
	}: {
		idempotency: IdempotencyKey | undefined;
		gathered: Asked;
		unstored?: UnstoredResponses<Response> | undefined;
	},
	work: (keyed: KeyedRequest | undefined) => Promise<Response>,
): Promise<{ response: Response; isReplay: boolean }> {
	if (idempotency === undefined) return { response: await work(undefined), isReplay: false };
	const keyed = keyRequest(door, idempotency, gathered);
	const findEarlier = () => findStored(door.database, keyed, unstored);
	const earlier = (await unstored?.findLost(keyed)) ?? (await findEarlier());
	if (earlier !== undefined) return { response: earlier, isReplay: true };
	try {
		return { response: await work(keyed), isReplay: false };
	} catch (error) {
		// Another request claimed the key, or a commit's acknowledgement was lost.
		const find = async () => (await findEarlier()) ?? (await unstored?.findLost(keyed, error));
		const written = await find().catch((failed) => {
			if (failed instanceof Problem) throw failed;
		});
		if (written === undefined) throw error;
		return { response: written, isReplay: true };
	}
}

async function findStored<Response extends KeyedResponse>(
	database: Database,
	keyed: KeyedRequest,
	unstored: UnstoredResponses<Response> | undefined,
): Promise<Response | undefined> {
	const earlier = await findKeyUse(database, keyed);
	if (earlier === undefined) return undefined;
	const { fingerprint, response, transactionId } = earlier;
	if (!fingerprint.equals(keyed.fingerprint)) throw keyReused();
	// `storeResponse` wrote it for this route.
	if (response !== undefined) return { status: response.status, body: JSON.parse(response.body) } as Response;
	const current = transactionId === null ? undefined : await unstored?.find(keyed, transactionId);
	if (current === undefined) throw stillRunning();
	return current;
}
