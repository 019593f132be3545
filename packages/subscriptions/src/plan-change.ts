/* What a change of plan does to a subscription, and what it costs. Business times, ms since 1970. */
import { type FieldError, fieldProblem, Problem } from "@cardseal/platform";
import { dueAt } from "./calendar.ts";
import { afterApproval, isCancelled, type LifecycleChange } from "./lifecycle.ts";
import { type PaymentLine, paymentLines, unusedCents } from "./pricing.ts";
import { amountProblem } from "./start-terms.ts";
import type { Plan, Subscription } from "./tables.ts";

export interface PlanChange {
	plan: Plan;
	quantity: number;
	/** `now` begins a new period. */
	when: "now" | "renewal";
	/** Credits the unused days of the paid period; for `now`. */
	prorate: boolean;
}

const refusals = {
	deleted: (): FieldError => ({
		field: "plan_lookup_id",
		reason: "plan_deleted",
		message: "This plan was deleted. Choose another plan.",
	}),
	currency: ({ currency }: Subscription): FieldError => ({
		field: "plan_lookup_id",
		reason: "plan_currency_differs",
		message: `This subscription is in ${currency}. Choose a plan in ${currency}, or create a new subscription.`,
	}),
	prorate: (): FieldError => ({
		field: "prorate",
		reason: "field_invalid",
		message: "Only a change now credits unused days. Send when: now, or leave prorate out.",
	}),
};

const ended = () =>
	new Problem("subscription_not_active", "This subscription has ended. Create a new subscription with the other plan.");

const paused = () =>
	new Problem(
		"subscription_not_active",
		"This subscription is paused. Resume it with the status ACTIVE first, then change its plan.",
	);

const unpaid = () =>
	new Problem(
		"subscription_payment_open",
		"A payment of this subscription was declined. Try it again with the status ACTIVE, or skip it with PAUSED and ACTIVE, then change the plan.",
	);

const inFlight = () =>
	new Problem(
		"subscription_payment_open",
		"A payment of this subscription is due or in flight. Change the plan once its outcome is known.",
	);

const unchanged = () =>
	new Problem(
		"plan_unchanged",
		"The subscription has this plan, amount and quantity already, so no new period begins. Choose another plan or quantity.",
	);

/** Returns the reason to refuse a change, which changes nothing. */
export function planChangeProblem(subscription: Subscription, change: PlanChange, now: number): Problem | undefined {
	const { plan, quantity, when, prorate } = change;
	if (prorate && when === "renewal") return fieldProblem([refusals.prorate()]);
	if (plan.deleted_at !== null) return fieldProblem([refusals.deleted()]);
	if (plan.currency !== subscription.currency) return fieldProblem([refusals.currency(subscription)]);
	const tooLarge = amountProblem({ ...subscription, amount_cents: plan.amount_cents, quantity }, "quantity");
	if (tooLarge !== undefined) return fieldProblem([tooLarge]);
	return stateProblem(subscription, now) ?? (isUnchanged(subscription, change) ? unchanged() : undefined);
}

function stateProblem(subscription: Subscription, now: number): Problem | undefined {
	const { status, open_period, charging_transaction_id, not_received_attempts, next_run } = subscription;
	if (isCancelled(status) || status === "EXPIRED") return ended();
	if (charging_transaction_id !== null) return inFlight();
	if (open_period !== null) return unpaid();
	if (status !== "ACTIVE") return paused();
	return not_received_attempts > 0 || next_run === null || next_run <= now ? inFlight() : undefined;
}

/** A second request of the same change must not charge again. */
function isUnchanged(subscription: Subscription, { plan, quantity, when }: PlanChange): boolean {
	const { plan_id, amount_cents, frequency } = subscription;
	const isSamePlan = plan_id === plan.id && amount_cents === plan.amount_cents && frequency === plan.frequency;
	return when === "now" && isSamePlan && subscription.quantity === quantity;
}

export interface PlannedChange {
	columns: Partial<Subscription> & LifecycleChange;
	/** The period that a change now begins, or else the next one. */
	period: number;
	lines: PaymentLine[];
	/** Given back where the credit is more than the new period costs. */
	payBackCents: number;
}

/**
 * @param leftCents what is left of the last paid period's amount
 */
export function planPlanChange(
	subscription: Subscription,
	change: PlanChange,
	{ leftCents, now }: { leftCents: number; now: number },
): PlannedChange {
	const period = subscription.next_period;
	const terms = { ...newTerms(subscription, change), ...withCalendar(subscription, change, now) };
	if (change.when === "renewal") {
		return { columns: terms, period, lines: paymentLines({ ...subscription, ...terms }, period), payBackCents: 0 };
	}
	const creditCents = change.prorate ? creditOf(subscription, leftCents, now) : 0;
	const columns = { ...terms, credit_cents: creditCents, next_run: now };
	const changed: Subscription = { ...subscription, ...columns };
	const lines = paymentLines(changed, period);
	const dueCents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
	if (dueCents > 0) return { columns, period, lines, payBackCents: 0 };
	const payBackCents = Math.abs(dueCents);
	const paid_back_cents = subscription.paid_back_cents + payBackCents;
	// The credit pays the period.
	const paid = afterApproval(changed, { period, amountCents: -payBackCents }, now);
	// No payment was tried.
	const { last_run, last_success } = subscription;
	return {
		columns: { ...columns, ...paid, last_run, last_success, paid_back_cents },
		period,
		lines,
		payBackCents,
	};
}

/**
 * Returns what the last paid period has left.
 *
 * @param takenBackCents all that its payment no longer has
 */
export function paidLeftCents(
	{ paid_cents, paid_back_cents }: Pick<Subscription, "paid_cents" | "paid_back_cents">,
	takenBackCents: number,
): number {
	return Math.max(0, (paid_cents ?? 0) - Math.max(0, takenBackCents - paid_back_cents));
}

/** Returns the paid period of a row that an earlier version wrote, from its last payment. */
export function paidPeriodOf(
	subscription: Subscription,
	last: { period: number; transaction_id: string; amount_cents: number },
): Pick<Subscription, "paid_from" | "paid_until" | "paid_cents" | "paid_transaction_id"> {
	return {
		paid_from: dueAt(subscription, last.period),
		paid_until: dueAt(subscription, last.period + 1),
		paid_cents: last.amount_cents,
		paid_transaction_id: last.transaction_id,
	};
}

function creditOf({ paid_from, paid_until, time_zone }: Subscription, leftCents: number, now: number): number {
	if (paid_from === null || paid_until === null) return 0;
	return unusedCents({ paid_from, paid_until, leftCents, time_zone }, now);
}

/** Payments count from the change on. */
function newTerms({ completed_cycles }: Subscription, { plan, quantity }: PlanChange) {
	const { name, amount_cents, frequency, number_of_payments, send_receipt } = plan;
	return {
		plan_id: plan.id,
		name,
		amount_cents,
		amount_from_period: 0,
		former_amount_cents: null,
		quantity,
		frequency,
		number_of_payments: number_of_payments === null ? null : completed_cycles + number_of_payments,
		send_receipt,
	};
}

/** Another frequency counts from the next due date on. */
function withCalendar(subscription: Subscription, { plan, when }: PlanChange, now: number): Partial<Subscription> {
	const { next_period, frequency, start_date } = subscription;
	if (when === "now") {
		return { start_date: Math.min(start_date, now), billing_anchor: now, anchor_period: next_period };
	}
	if (frequency === plan.frequency) return {};
	return { billing_anchor: dueAt(subscription, next_period), anchor_period: next_period };
}
