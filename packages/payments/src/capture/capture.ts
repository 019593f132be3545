import { type FieldError, fieldProblem, formatDollars } from "@cardseal/platform";
import {
	amountProblem,
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
	captured: () => idProblem("transaction_captured", "This authorization was captured, or is being captured."),
	tooMuch: (authorizedCents: number) =>
		amountProblem(
			"amount_exceeds_authorized",
			`Capture at most ${formatDollars(authorizedCents)}, the amount that was authorized.`,
		),
};

export function captureProblem(original: Original, amountCents: number): FieldError | undefined {
	const problem = originalProblem("capture", ["authorization"], original);
	if (problem !== undefined) return problem;
	if (original.captured_by !== null) return refusals.captured();
	return amountCents <= original.amount_cents ? undefined : refusals.tooMuch(original.amount_cents);
}

export interface CaptureCommand extends ModificationCommand {
	/** `undefined` for all that was authorized. */
	amountCents: number | undefined;
}

/**
 * The processor releases the rest of the hold.
 *
 * @throws Problem 400, 503; nothing is written then
 */
export async function capture(payments: Payments, command: CaptureCommand): Promise<PaymentResponse> {
	const modifying = beginModification(payments, "capture", command);
	const written = await withLockedOriginal(payments, modifying, async (transaction, original) => {
		const amountCents = command.amountCents ?? original.amount_cents;
		const problem = captureProblem(original, amountCents);
		if (problem !== undefined) throw fieldProblem([problem]);
		return writeModification(transaction, payments, modifying, original, amountCents);
	});
	return submitModification(payments, modifying, written);
}
