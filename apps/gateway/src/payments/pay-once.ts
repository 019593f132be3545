import type { KeyedRequest } from "../idempotency/keyed-request.ts";
import { type KeyTaken, type Once, once } from "../idempotency/once.ts";
import type { Merchant } from "../merchants/merchant.ts";
import type { PaymentResponse } from "./payment-response.ts";
import type { Payments } from "./payments.ts";
import { findAwaited } from "./submission/pending.store.ts";
import { responseWithEvent } from "./submission/pending-response.ts";
import { isAwaited } from "./submission/submit.ts";

/**
 * Moves card money once. A repeated request gets the stored response. If there is none, it gets the transaction's
 * present state, but only when its gateway no longer waits for the processor: until then the request is in flight.
 */
export async function payOnce(
	payments: Pick<Payments, "database" | "clocks" | "log" | "processorTimeoutMs">,
	merchant: Pick<Merchant, "id">,
	keyed: KeyedRequest | undefined,
	work: () => Promise<PaymentResponse | KeyTaken>,
): Promise<Once<PaymentResponse>> {
	const { database } = payments;
	return once(database, { merchantId: merchant.id, keyed }, work, async (transactionId) => {
		const { transaction, waitsUntil } = await findAwaited(database, transactionId);
		const isInFlight =
			keyed !== undefined && waitsUntil !== null && isAwaited(payments, { now: keyed.now, waitsUntil });
		return isInFlight ? undefined : responseWithEvent(payments, transaction);
	});
}
