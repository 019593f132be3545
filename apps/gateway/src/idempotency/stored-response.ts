import type { Database } from "../db/database.ts";
import { Problem } from "../problem.ts";
import { type KeyedRequest, requireSameRequest } from "./idempotency-key.ts";
import { findKeptAnswer, insertKeptAnswer } from "./idempotency-keys.store.ts";
import { onceByKey } from "./once-by-key.ts";

/** A request with its key, if it has one, and the merchant whose request it is. */
export interface OwnRequest {
	merchantId: number;
	keyed: KeyedRequest | undefined;
}

/** What a request is answered with, and whether it got that before. */
export interface Kept<Body> {
	body: Body;
	replayed: boolean;
}

/** Somebody else used the key at the same moment: nothing of this request's work may stand. Their answer is given in its place. */
export const keyTaken = () =>
	new Problem("CONFLICT", "This Idempotency-Key was used at the same moment. Ask again in a second.", {
		headers: { "Retry-After": "1" },
	});

/**
 * Does the work of a request once, where all of it is one database transaction: when the request comes again with its key,
 * it gets the body that it got before. The work calls `keepAnswer` in that transaction, so that neither stands without the
 * other and no key is ever left without its answer.
 *
 * @throws Problem 422 when the key's first request asked for something else; what `work` throws
 */
export async function answerOnce<Body>(
	database: Database,
	request: OwnRequest,
	work: () => Promise<Body>,
): Promise<Kept<Body>> {
	return onceByKey(
		() => findAnswer<Body>(database, request),
		async () => ({ body: await work(), replayed: false }),
	);
}

/** Keeps what a request is answered with, if it has a key: the last thing its transaction does. */
export async function keepAnswer(
	transaction: Database,
	{ merchantId, keyed }: OwnRequest,
	body: unknown,
): Promise<void> {
	if (keyed === undefined) return;
	const isFirst = await insertKeptAnswer(transaction, merchantId, { ...keyed, body: JSON.stringify(body) });
	if (!isFirst) throw keyTaken();
}

async function findAnswer<Body>(
	database: Database,
	{ merchantId, keyed }: OwnRequest,
): Promise<Kept<Body> | undefined> {
	if (keyed === undefined) return undefined;
	const kept = await findKeptAnswer(database, merchantId, keyed);
	if (kept === undefined) return undefined;
	requireSameRequest(kept, keyed);
	return { body: JSON.parse(kept.body) as Body, replayed: true };
}
