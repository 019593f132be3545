import type { Database } from "../db/database.ts";
import { claimKey, findKeyUse, storeResponse } from "./idempotency-keys.store.ts";
import type { KeyedRequest } from "./keyed-request.ts";

/** The response that a request gets, and that every repetition with its Idempotency-Key gets again. */
export interface KeyedResponse {
	status: number;
	body: unknown;
}

export type Once<Response extends KeyedResponse> =
	| { kind: "first"; response: Response }
	/** An earlier request with the key did the work; this is its response. */
	| { kind: "replay"; response: Response }
	/** The earlier request has no response yet. */
	| { kind: "in_flight" }
	/** The earlier request asked for something else (rule H-03). */
	| { kind: "mismatch" };

/** The work was not done: a request with the same key got there first. Nothing is written. */
export const keyTaken = "key_taken";
export type KeyTaken = typeof keyTaken;

/** A merchant's request, with its key if it has one. */
export interface OwnRequest {
	merchantId: number;
	keyed: KeyedRequest | undefined;
}

/** Finds the current response of a card transaction without a stored one; `undefined` while a gateway waits for it. */
export type FindUnstored<Response> = (transactionId: string) => Promise<Response | undefined>;

/**
 * Does the work of a request once. A repetition gets the stored response, also when the work of both began at the same
 * moment: `work` claims the key in the database transaction that it writes in, and returns `keyTaken` when it comes second.
 *
 * @param findUnstored needed where the work makes a card transaction, whose response is stored with its outcome
 * @throws what `work` throws, unless the key was written: a refused request leaves its key free (rule H-05)
 */
export async function once<Response extends KeyedResponse>(
	database: Database,
	request: OwnRequest,
	work: () => Promise<Response | KeyTaken>,
	findUnstored: FindUnstored<Response> = async () => undefined,
): Promise<Once<Response>> {
	const earlier = await findEarlier(database, request, findUnstored);
	if (earlier !== undefined) return earlier;
	try {
		const response = await work();
		if (response !== keyTaken) return { kind: "first", response };
	} catch (error) {
		// The connection may break between a commit and its acknowledgement: then the key has its response.
		const written = await findEarlier(database, request, findUnstored).catch(() => undefined);
		if (written === undefined) throw error;
		return written;
	}
	return (await findEarlier(database, request, findUnstored)) ?? { kind: "in_flight" };
}

async function findEarlier<Response extends KeyedResponse>(
	database: Database,
	{ merchantId, keyed }: OwnRequest,
	findUnstored: FindUnstored<Response>,
): Promise<Once<Response> | undefined> {
	if (keyed === undefined) return undefined;
	const earlier = await findKeyUse(database, merchantId, keyed);
	if (earlier === undefined) return undefined;
	if (!earlier.fingerprint.equals(keyed.fingerprint)) return { kind: "mismatch" };
	if (earlier.response !== undefined) {
		const { status, body } = earlier.response;
		return { kind: "replay", response: { status, body: JSON.parse(body) } as Response };
	}
	const response = earlier.transactionId === null ? undefined : await findUnstored(earlier.transactionId);
	return response === undefined ? { kind: "in_flight" } : { kind: "replay", response };
}

/**
 * Does work that is one database transaction under a claimed key, and stores its response with it. The key is claimed
 * first: a second request waits here, so that it never sees what the first one took and is not refused because of it.
 */
export async function respondOnce<Response extends KeyedResponse>(
	transaction: Database,
	{ merchantId, keyed }: OwnRequest,
	work: () => Promise<Response>,
): Promise<Response | KeyTaken> {
	if (keyed === undefined) return work();
	if (!(await claimKey(transaction, merchantId, keyed, null))) return keyTaken;
	const response = await work();
	await storeResponse(transaction, merchantId, keyed, response);
	return response;
}
