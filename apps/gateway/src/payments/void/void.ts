import { keyRequest } from "../../idempotency/keyed-request.ts";
import { keyTaken, type Once } from "../../idempotency/once.ts";
import { type FieldError, fieldProblem } from "../../problem.ts";
import {
	beginModification,
	idProblem,
	type ModificationCommand,
	originalProblem,
	submitModification,
	withLockedOriginal,
	writeModification,
} from "../modify-original.ts";
import { type Original, reserveOnOriginal } from "../original.store.ts";
import { payOnce } from "../pay-once.ts";
import type { PaymentResponse } from "../payment-response.ts";
import type { Payments } from "../payments.ts";
import { getTransaction } from "../transaction/transactions.store.ts";

const refusals = {
	captured: () => idProblem("transaction_captured", "This authorization was captured. Void or refund the capture."),
	refunded: (type: string) =>
		idProblem("transaction_refunded", `A part of this ${type} was refunded. Refund the rest.`),
	settled: (type: string) => idProblem("transaction_settled", `This ${type} has settled. Refund it instead.`),
};

/**
 * The reason why a transaction cannot be voided; `undefined` if it can be. Pure.
 *
 * @param now business time, ms since 1970
 */
export function voidProblem(original: Original, now: number): FieldError | undefined {
	const problem = originalProblem("void", ["authorization", "sale", "capture"], original);
	if (problem !== undefined) return problem;
	const { type, captured_by: capturedBy, refunded_cents: refunded, refunding_cents: refunding, settlesAt } = original;
	if (type === "authorization") return capturedBy === null ? undefined : refusals.captured();
	if (refunded + refunding > 0) return refusals.refunded(type);
	return now < settlesAt ? undefined : refusals.settled(type);
}

/**
 * Voids an authorization that was not captured, or a sale or capture that has not settled.
 *
 * @throws Problem 400 when the original does not allow it, 404; nothing is written then
 */
export async function voidOriginal(payments: Payments, command: ModificationCommand): Promise<Once<PaymentResponse>> {
	const { initiator, originalId } = command;
	const found = await getTransaction(payments.database, initiator.merchant.id, originalId);
	const keyed = keyRequest(payments, command.idempotency, { transaction_id: found.transaction_id });
	return payOnce(payments, initiator.merchant, keyed, async () => {
		const modification = beginModification(payments, "void", command, found, keyed);
		const pending = await withLockedOriginal(payments, modification, async (transaction, original) => {
			const problem = voidProblem(original, modification.now);
			if (problem !== undefined) throw fieldProblem([problem]);
			await reserveOnOriginal(transaction, original, { voided_by: modification.transactionId });
			return writeModification(transaction, payments, modification, original, original.amount_cents);
		});
		return pending === keyTaken ? keyTaken : submitModification(payments, modification, pending);
	});
}
