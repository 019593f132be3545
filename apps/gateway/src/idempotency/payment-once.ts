import type { Initiator, Payments } from "../payments/payments.ts";
import { Problem } from "../problem.ts";
import { type KeyedRequest, requireSameRequest } from "./idempotency-key.ts";
import { onceByKey } from "./once-by-key.ts";
import { answerOf, type PaymentAnswer } from "./payment-answer.ts";
import { findUsedKey, type UsedKey } from "./used-keys.store.ts";

const stillRunning = () =>
	new Problem("CONFLICT", "The first request with this Idempotency-Key is still running. Ask again in a second.", {
		headers: { "Retry-After": "1" },
	});

/** What a request is answered with, and whether it got that before. */
export interface Answered {
	answer: PaymentAnswer;
	replayed: boolean;
}

/**
 * Does the work of a request once: when it comes again with its key, it gets the answer that it got before.
 *
 * @throws Problem 409 while the first one runs, 422 when it asked for something else; what `work` throws
 */
export async function payOnce(
	payments: Pick<Payments, "database">,
	{ merchant }: Initiator,
	keyed: KeyedRequest | undefined,
	work: () => Promise<PaymentAnswer>,
): Promise<Answered> {
	const findAnswer = async () => {
		const used = keyed && (await findUsedKey(payments.database, { merchantId: merchant.id, ...keyed }));
		return used && { answer: answerAgain(used, keyed), replayed: true };
	};
	return onceByKey<Answered>(findAnswer, async () => ({ answer: await work(), replayed: false }));
}

function answerAgain(earlier: UsedKey, keyed: KeyedRequest): PaymentAnswer {
	requireSameRequest(earlier, keyed);
	if (earlier.response !== undefined) {
		return { status: earlier.response.status, body: JSON.parse(earlier.response.body) } as PaymentAnswer;
	}
	// Once nobody waits for the processor any more, "not known yet" is all there is to say, and says more than 409.
	if (earlier.waitsUntil !== undefined && keyed.now < earlier.waitsUntil) throw stillRunning();
	return answerOf(earlier.transaction);
}
