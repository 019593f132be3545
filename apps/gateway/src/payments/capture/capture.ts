import { keyRequest } from "../../idempotency/keyed-request.ts";
import { keyTaken, type Once } from "../../idempotency/once.ts";
import { formatDollars } from "../../money.ts";
import { type FieldError, fieldProblem } from "../../problem.ts";
import {
	amountProblem,
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
	captured: () => idProblem("transaction_captured", "This authorization was captured, or is being captured."),
	tooMuch: (authorizedCents: number) =>
		amountProblem(
			"amount_exceeds_authorized",
			`Capture at most ${formatDollars(authorizedCents)}, the amount that was authorized.`,
		),
};

/** The reason why an authorization cannot be captured; `undefined` if it can be. Pure. */
export function captureProblem(original: Original, amountCents: number): FieldError | undefined {
	const problem = originalProblem("capture", ["authorization"], original);
	if (problem !== undefined) return problem;
	if (original.captured_by !== null) return refusals.captured();
	return amountCents <= original.amount_cents ? undefined : refusals.tooMuch(original.amount_cents);
}

export interface CaptureCommand extends ModificationCommand {
	amountCents: number;
}

/**
 * Captures an authorization once, in whole or in part. The processor releases the rest of the hold.
 *
 * @throws Problem 400 when the original does not allow it, 404; nothing is written then
 */
export async function capture(payments: Payments, command: CaptureCommand): Promise<Once<PaymentResponse>> {
	const { initiator, originalId, amountCents } = command;
	const found = await getTransaction(payments.database, initiator.merchant.id, originalId);
	const asked = { transaction_id: found.transaction_id, amount: amountCents };
	const keyed = keyRequest(payments, command.idempotency, asked);
	return payOnce(payments, initiator.merchant, keyed, async () => {
		const modification = beginModification(payments, "capture", command, found, keyed);
		const pending = await withLockedOriginal(payments, modification, async (transaction, original) => {
			const problem = captureProblem(original, amountCents);
			if (problem !== undefined) throw fieldProblem([problem]);
			await reserveOnOriginal(transaction, original, { captured_by: modification.transactionId });
			return writeModification(transaction, payments, modification, original, amountCents);
		});
		return pending === keyTaken ? keyTaken : submitModification(payments, modification, pending);
	});
}
