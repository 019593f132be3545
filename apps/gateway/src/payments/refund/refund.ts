import { keyRequest } from "../../idempotency/keyed-request.ts";
import { keyTaken, type Once } from "../../idempotency/once.ts";
import { formatDollars } from "../../money.ts";
import { type FieldError, fieldProblem } from "../../problem.ts";
import {
	amountProblem,
	beginModification,
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
	nothingLeft: () => amountProblem("nothing_to_refund", "All of this transaction was refunded, or is being refunded."),
	tooMuch: (leftCents: number) =>
		amountProblem(
			"refund_exceeds_remaining",
			`Refund at most ${formatDollars(leftCents)}, the remaining amount of this transaction.`,
		),
};

/** The reason why a sale or capture cannot be refunded; `undefined` if it can be. Pure. */
export function refundProblem(original: Original, amountCents: number): FieldError | undefined {
	const problem = originalProblem("refund", ["sale", "capture"], original);
	if (problem !== undefined) return problem;
	const leftCents = original.amount_cents - original.refunded_cents - original.refunding_cents;
	if (amountCents <= leftCents) return undefined;
	return leftCents === 0 ? refusals.nothingLeft() : refusals.tooMuch(leftCents);
}

export interface RefundCommand extends ModificationCommand {
	amountCents: number;
}

/**
 * Refunds a sale or a capture, in whole or in part. The amount is reserved on the original until the outcome is known.
 *
 * @throws Problem 400 when the original does not allow it, 404; nothing is written then
 */
export async function refund(payments: Payments, command: RefundCommand): Promise<Once<PaymentResponse>> {
	const { initiator, originalId, amountCents } = command;
	const found = await getTransaction(payments.database, initiator.merchant.id, originalId);
	const asked = { transaction_id: found.transaction_id, amount: amountCents };
	const keyed = keyRequest(payments, command.idempotency, asked);
	return payOnce(payments, initiator.merchant, keyed, async () => {
		const modification = beginModification(payments, "refund", command, found, keyed);
		const pending = await withLockedOriginal(payments, modification, async (transaction, original) => {
			const problem = refundProblem(original, amountCents);
			if (problem !== undefined) throw fieldProblem([problem]);
			await reserveOnOriginal(transaction, original, { refunding_cents: original.refunding_cents + amountCents });
			return writeModification(transaction, payments, modification, original, amountCents);
		});
		return pending === keyTaken ? keyTaken : submitModification(payments, modification, pending);
	});
}
