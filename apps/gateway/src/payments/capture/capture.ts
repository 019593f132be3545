import { formatDollars } from "../../money.ts";
import type { FieldError } from "../../problem.ts";
import {
	amountProblem,
	idProblem,
	type ModificationCommand,
	modifyOriginal,
	originalProblem,
} from "../modify-original.ts";
import type { Original } from "../original.store.ts";
import type { PaymentResponse } from "../payment-response.ts";
import type { Payments } from "../payments.ts";

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
	/** `undefined` for all that was authorized. */
	amountCents: number | undefined;
}

/**
 * Captures an authorization once, in whole or in part. The processor releases the rest of the hold.
 *
 * @throws Problem 400 when the original does not allow it, 503; nothing is written then
 */
export function capture(payments: Payments, command: CaptureCommand): Promise<PaymentResponse> {
	return modifyOriginal(payments, "capture", command, (original, { transactionId }) => {
		const amountCents = command.amountCents ?? original.amount_cents;
		const reservation = { captured_by: transactionId };
		return captureProblem(original, amountCents) ?? { amountCents, reservation };
	});
}
