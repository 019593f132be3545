import type { FollowUpOperation } from "@cardseal/vault";
import { formatDollars } from "../money.ts";
import type { FieldError } from "../problem.ts";
import type { Transaction } from "./tables.ts";

/** An authorization, sale or capture, as it stands when something is to follow it. */
export interface Original extends Transaction {
	/** When the merchant's day ends, ms since 1970: until then money has not left for the bank and can still be voided. */
	settlesAt: number;
}

const past = { capture: "captured", refund: "refunded", void: "voided" } as const satisfies Record<
	FollowUpOperation,
	string
>;

/**
 * Why something cannot follow a transaction; `undefined` when it can. Pure: who asks holds the original's lock, so that
 * the answer stays true until it is acted on.
 *
 * @param now business time, ms since 1970
 */
export function followUpProblem(
	operation: FollowUpOperation,
	original: Original,
	amountCents: number,
	now: number,
): FieldError | undefined {
	return (
		kindProblem(operation, original) ??
		stateProblem(operation, original) ??
		ruleOf[operation](original, amountCents, now)
	);
}

const kinds = {
	capture: ["authorization"],
	refund: ["sale", "capture"],
	void: ["authorization", "sale", "capture"],
} as const satisfies Record<FollowUpOperation, readonly Transaction["type"][]>;

function kindProblem(operation: FollowUpOperation, { type }: Original): FieldError | undefined {
	const allowed: readonly string[] = kinds[operation];
	if (allowed.includes(type)) return undefined;
	return aboutId(`This transaction is of the type ${type}. Only ${allowed.join(" or ")} can be ${past[operation]}.`);
}

function stateProblem(operation: FollowUpOperation, original: Original): FieldError | undefined {
	if (original.status === "PENDING") {
		return aboutId(
			`The outcome of this ${original.type} is not known yet, so it cannot be ${past[operation]}. Read it in a few seconds.`,
		);
	}
	if (original.status === "DECLINED") {
		return aboutId(`This ${original.type} was declined: there is nothing to be ${past[operation]}.`);
	}
	if (original.voided_by !== null) return aboutId(`This ${original.type} was voided, or is being voided.`);
	return undefined;
}

type Rule = (original: Original, amountCents: number, now: number) => FieldError | undefined;

const ruleOf: Record<FollowUpOperation, Rule> = {
	capture({ captured_by: capturedBy, amount_cents: authorized }, amountCents) {
		if (capturedBy !== null) return aboutId("This authorization was captured, or is being captured.");
		if (amountCents <= authorized) return undefined;
		return aboutAmount(`Capture at most ${formatDollars(authorized)}, the amount that was authorized.`);
	},

	refund({ amount_cents: charged, refunded_cents: refunded, refunding_cents: refunding }, amountCents) {
		const left = charged - refunded - refunding;
		if (amountCents <= left) return undefined;
		if (left === 0) return aboutAmount("All of this transaction was refunded, or is being refunded.");
		return aboutAmount(`Refund at most ${formatDollars(left)}, what is left of this transaction.`);
	},

	void({ type, captured_by: capturedBy, refunded_cents: refunded, refunding_cents: refunding, settlesAt }, _, now) {
		if (type === "authorization") {
			return capturedBy === null ? undefined : aboutId("This authorization was captured. Void or refund the capture.");
		}
		if (refunded + refunding > 0) return aboutId(`A part of this ${type} was refunded. Refund the rest.`);
		return now < settlesAt ? undefined : aboutId(`This ${type} has settled. Refund it instead.`);
	},
};

function aboutId(message: string): FieldError {
	return { field: "transaction_id", message };
}

function aboutAmount(message: string): FieldError {
	return { field: "amount", message };
}
