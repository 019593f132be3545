/* The state machine of a subscription. Functions return the columns that change. Business times, ms since 1970. */
import type { AdviceCode } from "@cardseal/vault";
import { daysLater, dueAt, firstPeriodAfter } from "./calendar.ts";
import { amountDue, amountOf, setupFeeDue } from "./pricing.ts";
import type { SubscriptionStatus } from "./status.ts";
import type { lifecycleColumns } from "./subscriptions.store.ts";
import type { Subscription } from "./tables.ts";

export type LifecycleChange = Partial<Pick<Subscription, keyof typeof lifecycleColumns>>;

const hour = 3_600_000;

/** The shortest wait that a bank advises, in hours (rule S-09). */
const advisedHours: Record<AdviceCode, number | "never"> = {
	"03": "never",
	"21": "never",
	"24": 1,
	"25": 24,
	"26": 2 * 24,
	"27": 4 * 24,
	"28": 6 * 24,
	"29": 8 * 24,
	"30": 10 * 24,
};

/** Minutes to the next try of a period after attempts that no bank was asked about. A later one counts as failed. */
export const unaskedRetryMinutes = [1, 5, 15, 60] as const;

/** Longer than `unaskedRetryMinutes` together. */
const lateMs = 2 * hour;

/** While the processor refuses the account or the request, no attempt counts. */
const refusedRetryMinutes = 24 * 60;

export interface RenewalStep {
	/** Counted from 0. */
	period: number;
	/** Counted from 1. */
	attempt: number;
	amountCents: number;
}

export function nextStep(subscription: Subscription, now: number): RenewalStep | undefined {
	const { next_run, failed_attempts, not_received_attempts } = subscription;
	if (next_run === null || next_run > now || !isTried(subscription)) return undefined;
	const period = currentPeriod(subscription);
	const attempt = failed_attempts + not_received_attempts + 1;
	return { period, attempt, amountCents: amountDue(subscription, period) };
}

export function currentPeriod({ open_period, next_period }: Pick<Subscription, "open_period" | "next_period">): number {
	return open_period ?? next_period;
}

export function afterApproval(
	subscription: Subscription,
	{ period, amountCents }: Pick<RenewalStep, "period" | "amountCents">,
	now: number,
): LifecycleChange {
	const { status, open_period, number_of_payments } = subscription;
	const completed_cycles = subscription.completed_cycles + 1;
	const paid = {
		...passed(subscription, period),
		...paidPeriod(subscription, { period, amountCents }),
		completed_cycles,
		last_run: now,
		last_success: now,
	};
	if (completed_cycles === number_of_payments && !isCancelled(status)) {
		return { ...paid, ...noOpenPeriod, status: "EXPIRED", next_run: null };
	}
	if (!decidesStatus(subscription, period)) return paid;
	// Periods missed during downtime are charged in turn; periods due while another was open are skipped.
	const next = open_period === null ? period + 1 : nextPeriodAfter(subscription, now);
	return { ...paid, ...continueWith(subscription, next) };
}

/** A period that a credit paid has no payment; a stop meanwhile has dropped the credit. */
function paidPeriod(
	subscription: Subscription,
	{ period, amountCents }: Pick<RenewalStep, "period" | "amountCents">,
): LifecycleChange {
	const { charging_transaction_id: payment, credit_cents } = subscription;
	return {
		paid_from: dueAt(subscription, period),
		paid_until: dueAt(subscription, period + 1),
		paid_cents: amountCents - setupFeeDue(subscription) + credit_cents,
		...(payment !== null && { paid_transaction_id: payment, paid_back_cents: 0 }),
	};
}

export interface Decline {
	/** Counted from 0. */
	period: number;
	isSoft: boolean;
	adviceCode: AdviceCode | null;
	/** The merchant's days from the due date to each retry (rule S-09). */
	retryDays: readonly number[];
}

export function afterDecline(
	subscription: Subscription,
	{ period, isSoft, adviceCode, retryDays }: Decline,
	now: number,
): LifecycleChange {
	const advised = adviceCode === null ? undefined : advisedHours[adviceCode];
	const tried = { ...passed(subscription, period), last_run: now };
	if (!decidesStatus(subscription, period)) return tried;
	const failed_attempts = subscription.failed_attempts + 1;
	const unplanned_attempts = subscription.unplanned_attempts + Number(subscription.is_reactivating);
	const counts = { failed_attempts, unplanned_attempts };
	const open = { ...tried, ...counts, open_period: period, is_reactivating: false, planned_run: null };
	const isLast = !isSoft || advised === "never";
	if (subscription.is_reactivating) {
		// Status and planned attempts stay, unless the bank forbids another.
		const planned = subscription.planned_run;
		if (planned === null) return { ...open, next_run: null };
		if (!isLast) return { ...open, next_run: Math.max(planned, now + (advised ?? 0) * hour) };
	}
	if (isLast) return { ...open, ...suspended, suspended_reason: "declined" };
	const planned = failed_attempts - unplanned_attempts;
	const retryAt = nextRetry(subscription, { period, planned, advised, retryDays }, now);
	if (retryAt === undefined) return { ...open, ...suspended, suspended_reason: "retries_used" };
	return { ...open, status: "RETRY", next_run: retryAt };
}

/**
 * Returns `undefined` where the attempt counts as a decline: after the last of `unaskedRetryMinutes`, once stopped, or
 * in a try that was asked for.
 *
 * @param isRefused the processor refuses the account or the request
 */
export function afterUnasked(
	subscription: Subscription,
	{ period, isRefused }: { period: number; isRefused: boolean },
	now: number,
): LifecycleChange | undefined {
	const { not_received_attempts: earlier, is_reactivating } = subscription;
	if (!decidesStatus(subscription, period) || is_reactivating) return undefined;
	const minutes = unaskedRetryMinutes[earlier] ?? (isRefused ? refusedRetryMinutes : undefined);
	if (minutes === undefined) return undefined;
	return { not_received_attempts: earlier + 1, next_run: now + minutes * 60_000 };
}

/**
 * After a stop during the attempt, the payment counts but decides nothing, even if the subscription is active
 * again.
 */
function decidesStatus(subscription: Subscription, period: number): boolean {
	return isTried(subscription) && period === currentPeriod(subscription);
}

function isTried({ status, is_reactivating }: Subscription): boolean {
	return status === "ACTIVE" || status === "RETRY" || is_reactivating;
}

/** Passes a charged period for good, even if the clock steps back (rule S-08). */
function passed({ next_period }: Subscription, period: number): { next_period: number } {
	return { next_period: Math.max(next_period, period + 1) };
}

function nextPeriodAfter(subscription: Subscription, now: number): number {
	return Math.max(subscription.next_period, firstPeriodAfter(subscription, now));
}

interface RetryWanted extends Pick<Decline, "period" | "retryDays"> {
	/** Counts failed planned tries. */
	planned: number;
	/** Hours. */
	advised: number | undefined;
}

/** Returns the next try, if one is left. */
function nextRetry(
	subscription: Subscription,
	{ period, planned: failed, advised, retryDays }: RetryWanted,
	now: number,
): number | undefined {
	const days = retryDays[failed - 1];
	if (days === undefined) return undefined;
	if (advised !== undefined) return now + advised * hour;
	const daysBefore = retryDays[failed - 2] ?? 0;
	const due = dueAt(subscription, period);
	const planned = daysLater(subscription, due, days);
	// The remaining tries must not follow immediately after downtime.
	const isLate = now - daysLater(subscription, due, daysBefore) > lateMs;
	return isLate ? Math.max(planned, daysLater(subscription, now, days - daysBefore)) : planned;
}

/** A deleted card ends all tries (rule S-17); the card networks forbid further ones for now (rule S-09). */
export function afterNoTry(
	subscription: Subscription,
	{ period, reason }: { period: number; reason: "card_deleted" | "card_declined_too_often" },
	now: number,
): LifecycleChange {
	return {
		...suspended,
		suspended_reason: reason,
		last_run: now,
		...passed(subscription, period),
		open_period: period,
		is_reactivating: false,
		planned_run: null,
	};
}

export const requestableStatuses = ["ACTIVE", "PAUSED", "CANCELED", "CANCELLED"] as const;

export type RequestableStatus = (typeof requestableStatuses)[number];

export function statusProblem(subscription: Subscription, wanted: RequestableStatus): string | undefined {
	const { status, completed_cycles, number_of_payments } = subscription;
	const isExpired = status === "EXPIRED" || completed_cycles === number_of_payments;
	if (!isExpired || isCancelled(wanted)) return undefined;
	return "All payments of this subscription have been made, so it can only be cancelled. Create a new subscription to continue.";
}

export function afterRequest(subscription: Subscription, wanted: RequestableStatus, now: number): LifecycleChange {
	return wanted === "ACTIVE" ? activated(subscription, now) : stopped(subscription, wanted);
}

/** A period that is open, in flight or partly paid by a credit keeps its amount (rule S-16). */
export function withPrice(
	subscription: Subscription,
	price: Pick<Subscription, "amount_cents" | "quantity">,
): Pick<Subscription, "amount_cents" | "quantity" | "amount_from_period" | "former_amount_cents"> {
	const { open_period, charging_transaction_id, credit_cents } = subscription;
	const hasBegun = open_period !== null || charging_transaction_id !== null || credit_cents > 0;
	if (!hasBegun) return { ...price, amount_from_period: 0, former_amount_cents: null };
	const period = currentPeriod(subscription);
	return { ...price, amount_from_period: period + 1, former_amount_cents: amountOf(subscription, period) };
}

/** Tries an open period once, immediately; other periods wait for their due date. */
function activated(subscription: Subscription, now: number): LifecycleChange {
	const { status, open_period, next_run, is_reactivating } = subscription;
	if (status === "ACTIVE") return {};
	if (open_period !== null) {
		const isDue = next_run !== null && next_run <= now;
		// A clock that stepped back repeats the request: the planned try is that of the first.
		const planned_run = is_reactivating ? subscription.planned_run : next_run;
		return isDue ? {} : { is_reactivating: true, planned_run, next_run: now };
	}
	return continueWith(subscription, nextPeriodAfter(subscription, now));
}

/** Stops all charges (rules S-11, S-12), and passes a period whose attempt numbers are used. */
function stopped(subscription: Subscription, status: "PAUSED" | "CANCELED" | "CANCELLED"): LifecycleChange {
	const tried = subscription.not_received_attempts > 0 ? passed(subscription, currentPeriod(subscription)) : {};
	return { ...tried, ...noOpenPeriod, status, next_run: null };
}

/** Counts the skipped periods, which are never charged. */
export function delinquentCycles(subscription: Subscription, now: number): number {
	if (subscription.open_period === null) return 0;
	return Math.max(0, firstPeriodAfter(subscription, now) - subscription.next_period);
}

export function isCancelled(status: SubscriptionStatus): boolean {
	return status === "CANCELED" || status === "CANCELLED";
}

const noOpenPeriod = {
	open_period: null,
	failed_attempts: 0,
	unplanned_attempts: 0,
	not_received_attempts: 0,
	is_reactivating: false,
	planned_run: null,
	suspended_reason: null,
	credit_cents: 0,
};

const suspended = { status: "SUSPENDED", next_run: null } as const;

function continueWith(subscription: Subscription, next_period: number): LifecycleChange {
	return { ...noOpenPeriod, status: "ACTIVE", next_period, next_run: dueAt(subscription, next_period) };
}
