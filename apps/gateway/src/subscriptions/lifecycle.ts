/*
 * What a subscription becomes by an outcome, by a request, or because a card is gone. Pure: each function takes the
 * subscription as it is and returns the columns that change. Times are of the business clock, ms since 1970.
 */
import type { Subscription } from "../db/schema.ts";
import { daysLater, dueAt, firstPeriodAfter } from "./calendar.ts";

/** The columns that the life of a subscription changes. */
export type LifecycleChange = Partial<
	Pick<
		Subscription,
		| "status"
		| "next_period"
		| "open_period"
		| "failed_attempts"
		| "completed_cycles"
		| "is_reactivating"
		| "suspended_reason"
		| "next_run"
		| "last_run"
		| "last_success"
	>
>;

/** Days after its due date on which a period is tried again (rule S-09). */
export const retryDays = [1, 3, 5, 7] as const;

const hour = 3_600_000;

/** A period to be charged, and which try of it that is. */
export interface BillingStep {
	/** Counted from 0. */
	period: number;
	/** Counted from 1. */
	attempt: number;
	dueAt: number;
}

/** What is to be charged for a subscription whose turn has come; `undefined` when it is nothing. */
export function nextStep(subscription: Subscription, now: number): BillingStep | undefined {
	const { status, next_run, open_period, next_period, failed_attempts } = subscription;
	if (next_run === null || next_run > now || (status !== "ACTIVE" && status !== "RETRY")) return undefined;
	if (open_period !== null) return stepOf(subscription, open_period, failed_attempts + 1);
	return stepOf(subscription, next_period, 1);
}

function stepOf(subscription: Subscription, period: number, attempt: number): BillingStep {
	return { period, attempt, dueAt: dueAt(subscription, period) };
}

/** Its payment of a period was approved at `now`. */
export function afterApproval(
	subscription: Subscription,
	{ period }: { period: number },
	now: number,
): LifecycleChange {
	const { status, number_of_payments, next_period } = subscription;
	const completed_cycles = subscription.completed_cycles + 1;
	const paid = { completed_cycles, last_run: now, last_success: now };
	// Somebody stopped it while the payment was under way: that counts, and nothing else happens.
	if (status !== "ACTIVE" && status !== "RETRY") return paid;
	if (completed_cycles === number_of_payments) {
		return { ...paid, ...settled, status: "EXPIRED", next_period: period + 1, next_run: null };
	}
	// After a downtime each missed period is paid, one after the other. What fell due beside an open period is skipped.
	const next = period === next_period ? period + 1 : firstPeriodAfter(subscription, now);
	return { ...paid, ...goOnWith(subscription, next) };
}

/** Its payment of a period was declined at `now`. */
export function afterDecline(
	subscription: Subscription,
	{ period, isSoft }: { period: number; isSoft: boolean },
	now: number,
): LifecycleChange {
	const { status, is_reactivating } = subscription;
	const tried = { last_run: now };
	if (status !== "ACTIVE" && status !== "RETRY") return tried;
	const failed_attempts = subscription.failed_attempts + 1;
	const open = {
		...tried,
		open_period: period,
		next_period: Math.max(subscription.next_period, period + 1),
		failed_attempts,
		is_reactivating: false,
	};
	if (!isSoft) return { ...open, ...suspended, suspended_reason: "declined" };
	if (is_reactivating) return { ...tried, ...goOnWith(subscription, firstPeriodAfter(subscription, now)) };
	const retryAt = nextRetry(subscription, { period, failed_attempts }, now);
	if (retryAt === undefined) return { ...open, ...suspended, suspended_reason: "retries_used" };
	return { ...open, status: "RETRY", next_run: retryAt };
}

/** When a period is tried again; `undefined` when every try is used up. */
function nextRetry(
	subscription: Subscription,
	{ period, failed_attempts }: { period: number; failed_attempts: number },
	now: number,
): number | undefined {
	const days = retryDays[failed_attempts - 1];
	if (days === undefined) return undefined;
	const daysBefore = retryDays[failed_attempts - 2] ?? 0;
	const due = dueAt(subscription, period);
	const planned = daysLater(subscription, due, days);
	// A try that came late, after a downtime, must not be followed by the next ones at once.
	const isLate = now - daysLater(subscription, due, daysBefore) > hour;
	return isLate ? Math.max(planned, daysLater(subscription, now, days - daysBefore)) : planned;
}

/** Its card is gone when a period falls due: nothing is charged, and nothing tried again (rule S-17). */
export function afterLosingCard(
	subscription: Subscription,
	{ period }: { period: number },
	now: number,
): LifecycleChange {
	return {
		...suspended,
		suspended_reason: "card_deleted",
		last_run: now,
		open_period: period,
		next_period: Math.max(subscription.next_period, period + 1),
		is_reactivating: false,
	};
}

/** Somebody asks for it to go on. The open period is tried once, at once; all others wait for their due date. */
export function activated(subscription: Subscription, now: number): LifecycleChange {
	const { status, open_period } = subscription;
	if (status === "ACTIVE") return {};
	if (open_period !== null) return { status: "ACTIVE", is_reactivating: true, suspended_reason: null, next_run: now };
	return goOnWith(subscription, firstPeriodAfter(subscription, now));
}

/** Somebody stops it, for a while or for good: nothing that is queued is charged any more (rules S-11, S-12). */
export function stopped(status: "PAUSED" | "CANCELED" | "CANCELLED"): LifecycleChange {
	return { ...settled, status, next_run: null };
}

/** Periods that fell due while another one was open, and that nobody charges any more. */
export function delinquentCycles(subscription: Subscription, now: number): number {
	if (subscription.open_period === null) return 0;
	return Math.max(0, firstPeriodAfter(subscription, now) - subscription.next_period);
}

const settled = { open_period: null, failed_attempts: 0, is_reactivating: false, suspended_reason: null };

const suspended = { status: "SUSPENDED", next_run: null } as const;

function goOnWith(subscription: Subscription, next_period: number): LifecycleChange {
	return { ...settled, status: "ACTIVE", next_period, next_run: dueAt(subscription, next_period) };
}
