import { type FieldError, fieldProblem, formatDollars } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { sumDisputed } from "../disputes/disputes.store.ts";
import {
	amountProblem,
	beginModification,
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
	nothingLeft: () => amountProblem("nothing_to_refund", "All of this transaction was refunded, or is being refunded."),
	disputed: (leftCents: number) =>
		amountProblem(
			"transaction_disputed",
			`The payer disputes this transaction with the bank, and would be paid twice. Refund at most ${formatDollars(leftCents)}, or accept the dispute.`,
		),
	tooMuch: (leftCents: number) =>
		amountProblem(
			"refund_exceeds_remaining",
			`Refund at most ${formatDollars(leftCents)}, the remaining amount of this transaction.`,
		),
};

/** `disputedCents` is the sum of the original's disputes that are not won. */
export type Refundable = Original & { disputedCents: number };

export async function refundableOf(database: Database, original: Original): Promise<Refundable> {
	const { merchant_id: merchantId, transaction_id: transactionId, original_id: authorizationId } = original;
	// A processor may name a captured authorization by either of its transactions.
	const ids = authorizationId === null ? [transactionId] : [transactionId, authorizationId];
	return { ...original, disputedCents: await sumDisputed(database, merchantId, ids) };
}

export function refundProblem(original: Refundable, amountCents: number): FieldError | undefined {
	const problem = originalProblem("refund", ["sale", "capture"], original);
	if (problem !== undefined) return problem;
	const leftCents = leftOf(original);
	const undisputedCents = Math.max(leftCents - original.disputedCents, 0);
	if (amountCents > 0 && amountCents <= undisputedCents) return undefined;
	if (original.disputedCents > 0 && leftCents > 0) return refusals.disputed(undisputedCents);
	return leftCents === 0 ? refusals.nothingLeft() : refusals.tooMuch(leftCents);
}

export function leftOf(original: Original): number {
	return original.amount_cents - original.refunded_cents - original.refunding_cents;
}

/** Returns what a payment no longer has: refunds, disputes that are not won, or all after a void. */
export function takenBackCents(original: Refundable): number {
	const { refunded_cents: refunded, refunding_cents: refunding, disputedCents } = original;
	return original.voided_by !== null ? original.amount_cents : refunded + refunding + disputedCents;
}

export interface RefundCommand extends ModificationCommand {
	/** `undefined` for all that is left. */
	amountCents: number | undefined;
}

/**
 * Reserves the amount on the original until the outcome is known.
 *
 * @throws Problem 400, 503; nothing is written then
 */
export async function refund(payments: Payments, command: RefundCommand): Promise<PaymentResponse> {
	const modifying = beginModification(payments, "refund", command);
	const written = await withLockedOriginal(payments, modifying, async (transaction, original) => {
		const amountCents = command.amountCents ?? leftOf(original);
		const problem = refundProblem(await refundableOf(transaction, original), amountCents);
		if (problem !== undefined) throw fieldProblem([problem]);
		return writeModification(transaction, payments, modifying, original, amountCents);
	});
	return submitModification(payments, modifying, written);
}

export interface RefundToWrite extends Omit<RefundCommand, "found" | "keyed"> {
	/** Locked. */
	original: Refundable;
	amountCents: number;
	transactionId: string;
}

/**
 * Writes a refund as PENDING in the caller's database transaction. Returns the function that submits it after the
 * commit; recovery does otherwise.
 *
 * @throws Problem 400, 503
 */
export async function writeRefund(
	payments: Payments,
	transaction: Database,
	{ original, amountCents, transactionId, ...command }: RefundToWrite,
): Promise<() => Promise<PaymentResponse>> {
	const problem = refundProblem(original, amountCents);
	if (problem !== undefined) throw fieldProblem([problem]);
	const begun = beginModification(payments, "refund", { ...command, found: original, keyed: undefined });
	const modifying = { ...begun, transactionId };
	const written = await writeModification(transaction, payments, modifying, original, amountCents);
	return () => submitModification(payments, modifying, written);
}
