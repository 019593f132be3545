import { type FieldError, fieldProblem } from "@cardseal/platform";
import {
	beginModification,
	idProblem,
	type ModificationCommand,
	originalProblem,
	submitModification,
	withLockedOriginal,
	writeModification,
} from "../original/modify-original.ts";
import type { Original } from "../original/original.store.ts";
import type { Payments } from "../payments.ts";
import type { PaymentResponse } from "../transaction/payment-response.ts";

const refusals = {
	captured: () => idProblem("transaction_captured", "This authorization was captured. Void or refund the capture."),
	refunded: (type: string) =>
		idProblem("transaction_refunded", `A part of this ${type} was refunded. Refund the rest.`),
	settled: (type: string) => idProblem("transaction_settled", `This ${type} has settled. Refund it instead.`),
};

/** @param now business time, ms since 1970 */
export function voidProblem(original: Original, now: number): FieldError | undefined {
	const problem = originalProblem("void", ["authorization", "sale", "capture"], original);
	if (problem !== undefined) return problem;
	const { type, captured_by: capturedBy, refunded_cents: refunded, refunding_cents: refunding, settlesAt } = original;
	if (type === "authorization") return capturedBy === null ? undefined : refusals.captured();
	if (refunded + refunding > 0) return refusals.refunded(type);
	return now < settlesAt ? undefined : refusals.settled(type);
}

/**
 * Voids an uncaptured authorization, or an unsettled sale or capture.
 *
 * @throws Problem 400, 503; nothing is written then
 */
export async function voidOriginal(payments: Payments, command: ModificationCommand): Promise<PaymentResponse> {
	const modifying = beginModification(payments, "void", command);
	const written = await withLockedOriginal(payments, modifying, async (transaction, original) => {
		const problem = voidProblem(original, modifying.now);
		if (problem !== undefined) throw fieldProblem([problem]);
		return writeModification(transaction, payments, modifying, original, original.amount_cents);
	});
	return submitModification(payments, modifying, written);
}
