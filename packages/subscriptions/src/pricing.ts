/* What a payment costs. The preview and the charge use the same lines. */
import { maximumCents } from "@cardseal/platform";
import { type RenewalCalendar, wholeDaysBetween } from "./calendar.ts";
import type { Subscription } from "./tables.ts";

export type Priced = Pick<
	Subscription,
	| "amount_cents"
	| "quantity"
	| "amount_from_period"
	| "former_amount_cents"
	| "setup_fee_cents"
	| "completed_cycles"
	| "credit_cents"
>;

export interface PaymentLine {
	/** `credit` is for unused days of the former plan. */
	kind: "period" | "setup_fee" | "credit";
	/** Negative for a credit. */
	amountCents: number;
	/** `null` except for a period at the present price. */
	quantity: number | null;
}

export function paymentLines(subscription: Priced, period: number): PaymentLine[] {
	const { credit_cents, quantity } = subscription;
	const fee = setupFeeDue(subscription);
	const lines: PaymentLine[] = [
		{
			kind: "period",
			amountCents: amountOf(subscription, period),
			quantity: isFormerPrice(subscription, period) ? null : quantity,
		},
	];
	if (fee > 0) lines.push({ kind: "setup_fee", amountCents: fee, quantity: null });
	if (credit_cents > 0) lines.push({ kind: "credit", amountCents: -credit_cents, quantity: null });
	return lines;
}

export function amountDue(subscription: Priced, period: number): number {
	return paymentLines(subscription, period).reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** It comes with the first payment, so it stays until one is approved. */
export function setupFeeDue({
	setup_fee_cents,
	completed_cycles,
}: Pick<Priced, "setup_fee_cents" | "completed_cycles">): number {
	return completed_cycles === 0 ? setup_fee_cents : 0;
}

type PeriodPrice = Pick<Priced, "amount_cents" | "quantity" | "amount_from_period" | "former_amount_cents">;

/** Without set-up fee and credit. A changed price applies from the next period (rule S-16). */
export function amountOf(subscription: PeriodPrice, period: number): number {
	const { amount_cents, quantity, former_amount_cents } = subscription;
	const isFormer = isFormerPrice(subscription, period) && former_amount_cents !== null;
	return isFormer ? former_amount_cents : amount_cents * quantity;
}

function isFormerPrice({ amount_from_period, former_amount_cents }: PeriodPrice, period: number): boolean {
	return period < amount_from_period && former_amount_cents !== null;
}

/** Checks the largest payment that terms can lead to. */
export function isTooLarge(
	terms: Pick<Priced, "amount_cents" | "quantity" | "setup_fee_cents" | "completed_cycles">,
): boolean {
	return terms.amount_cents * terms.quantity + setupFeeDue(terms) > maximumCents;
}

export interface PaidPeriod extends Pick<RenewalCalendar, "time_zone"> {
	/** ms since 1970. */
	paid_from: number;
	paid_until: number;
	/** What is left of its amount. */
	leftCents: number;
}

/** Returns the cents for the whole days of a paid period that are left, rounded half up. */
export function unusedCents({ paid_from, paid_until, leftCents, ...zone }: PaidPeriod, now: number): number {
	const days = wholeDaysBetween(zone, paid_from, paid_until);
	// The clock may have stepped back.
	const unused = Math.min(days, wholeDaysBetween(zone, now, paid_until));
	if (days === 0) return 0;
	return Math.floor((2 * leftCents * unused + days) / (2 * days));
}
