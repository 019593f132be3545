import { Problem } from "../problem.ts";
import { findUsedKey, type UsedKey } from "./idempotency-keys.store.ts";
import type { KeyedRequest } from "./new-transaction.ts";
import { answerOf, type PaymentAnswer } from "./payment-answer.ts";
import type { Charger, Payments } from "./payments.ts";

/** An Idempotency-Key and the route it came to; keys of different routes are different keys (rule H-04). */
export interface IdempotencyKey {
	route: string;
	key: string;
}

const keyOfOtherRequest = () =>
	new Problem("IDEMPOTENCY_MISMATCH", "This Idempotency-Key was used for a different request. Use a new key.");

const stillRunning = () =>
	new Problem("CONFLICT", "The first request with this Idempotency-Key is still running. Ask again in a second.", {
		headers: { "Retry-After": "1" },
	});

/** A request as its key remembers it. `asked` is all that must be the same when it comes again. */
export function keyRequest(
	{ vault, clocks }: Pick<Payments, "vault" | "clocks">,
	idempotency: IdempotencyKey | undefined,
	asked: Readonly<Record<string, unknown>>,
): KeyedRequest | undefined {
	return idempotency && { ...idempotency, fingerprint: vault.fingerprintRequest(asked), now: clocks.real.now() };
}

/**
 * The answer that a request with this key got before, if one came before.
 *
 * @throws Problem 409 while the first one runs, 422 when it asked for something else
 */
export async function findAnswer(
	{ database }: Pick<Payments, "database">,
	{ merchant }: Charger,
	keyed: KeyedRequest | undefined,
): Promise<PaymentAnswer | undefined> {
	const earlier = keyed && (await findUsedKey(database, { merchantId: merchant.id, ...keyed }));
	return earlier && answerAgain(earlier, keyed);
}

function answerAgain(earlier: UsedKey, { fingerprint, now }: KeyedRequest): PaymentAnswer {
	if (!earlier.fingerprint.equals(fingerprint)) throw keyOfOtherRequest();
	if (earlier.response !== undefined) {
		return { status: earlier.response.status, body: JSON.parse(earlier.response.body) } as PaymentAnswer;
	}
	// Once nobody waits for the processor any more, "not known yet" is all there is to say, and says more than 409.
	if (earlier.waitsUntil !== undefined && now < earlier.waitsUntil) throw stillRunning();
	return answerOf(earlier.transaction);
}
