/*
 * What a subscription becomes by an outcome, by a request, or because a card is gone. Pure: each function takes the
 * subscription as it is and returns the columns that change. Times are of the business clock, ms since 1970.
 */
import type { AdviceCode } from "@cardseal/vault";
import { daysLater, dueAt, firstPeriodAfter } from "./calendar.ts";
import type { SubscriptionStatus } from "./status.ts";
import type { Subscription } from "./tables.ts";

/** The columns that the life of a subscription changes. */
export type LifecycleChange = Partial<
	Pick<
		Subscription,
		| "status"
		| "next_period"
		| "open_period"
		| "failed_attempts"
		| "unheard_attempts"
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

/** Hours after a decline before which the bank wants no other try, or that it wants none ever (rule S-09). */
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

/** How often a try of one period may get lost on its way to the processor before that counts as a failed one. */
export const freeTries = 3;

/** A period to be charged, and which try of it that is. */
export interface RenewalStep {
	/** Counted from 0. */
	period: number;
	/** Counted from 1. */
	attempt: number;
	amountCents: number;
}

/** What is to be charged for a subscription whose turn has come; `undefined` when it is nothing. */
export function nextStep(subscription: Subscription, now: number): RenewalStep | undefined {
	const { status, next_run, failed_attempts, unheard_attempts } = subscription;
	if (next_run === null || next_run > now || (status !== "ACTIVE" && status !== "RETRY")) return undefined;
	const period = currentPeriod(subscription);
	const attempt = failed_attempts + unheard_attempts + 1;
	return { period, attempt, amountCents: amountOf(subscription, period) };
}

/** What a period costs, in whole cents: a changed amount counts from the next period on (rule S-16). */
export function amountOf(
	{
		amount_cents,
		amount_from_period,
		former_amount_cents,
	}: Pick<Subscription, "amount_cents" | "amount_from_period" | "former_amount_cents">,
	period: number,
): number {
	return period < amount_from_period && former_amount_cents !== null ? former_amount_cents : amount_cents;
}

/** The period whose turn it is or comes next: the open one as long as there is one. */
function currentPeriod({ open_period, next_period }: Subscription): number {
	return open_period ?? next_period;
}

/** Its payment of a period was approved at `now`. */
export function afterApproval(
	subscription: Subscription,
	{ period }: { period: number },
	now: number,
): LifecycleChange {
	const { status, open_period, number_of_payments } = subscription;
	const completed_cycles = subscription.completed_cycles + 1;
	const paid = { ...orphaned(subscription, period), completed_cycles, last_run: now, last_success: now };
	if (completed_cycles === number_of_payments && !isCancelled(status)) {
		return { ...paid, ...settled, status: "EXPIRED", next_run: null };
	}
	if (!isStillAbout(subscription, period)) return paid;
	// After a downtime each missed period is paid, one after the other. What fell due beside an open period is skipped.
	const next = open_period === null ? period + 1 : nextPeriodAfter(subscription, now);
	return { ...paid, ...goOnWith(subscription, next) };
}

/** A payment that was declined: whether it is worth another try, and when, by what the bank advises. */
export interface Decline {
	/** Counted from 0. */
	period: number;
	isSoft: boolean;
	adviceCode: AdviceCode | null;
}

/** Its payment of a period was declined at `now`. */
export function afterDecline(
	subscription: Subscription,
	{ period, isSoft, adviceCode }: Decline,
	now: number,
): LifecycleChange {
	const advised = adviceCode === null ? undefined : advisedHours[adviceCode];
	const tried = { ...orphaned(subscription, period), last_run: now };
	if (!isStillAbout(subscription, period)) return tried;
	const failed_attempts = subscription.failed_attempts + 1;
	const open = { ...tried, open_period: period, failed_attempts, is_reactivating: false };
	if (!isSoft || advised === "never") return { ...open, ...suspended, suspended_reason: "declined" };
	if (subscription.is_reactivating) return { ...tried, ...goOnWith(subscription, nextPeriodAfter(subscription, now)) };
	const retryAt = nextRetry(subscription, { period, failed_attempts, advised }, now);
	if (retryAt === undefined) return { ...open, ...suspended, suspended_reason: "retries_used" };
	return { ...open, status: "RETRY", next_run: retryAt };
}

/**
 * Whether a payment that never reached the processor is tried again at once, as if it had not been: where a gateway died
 * before it sent it, nobody declined anything. Where that goes on, or somebody stopped the subscription, it is a decline.
 */
export function isTriedForFree(subscription: Subscription, { period }: { period: number }): boolean {
	return isStillAbout(subscription, period) && subscription.unheard_attempts < freeTries;
}

/** Its payment of a period never reached the processor, and `isTriedForFree`. */
export function afterFreeTry({ unheard_attempts }: Subscription): LifecycleChange {
	return { unheard_attempts: unheard_attempts + 1 };
}

/**
 * Whether a payment's outcome decides how it goes on. Not when somebody stopped it meanwhile, even if it goes on again by
 * now: the payment counts for what it is, and its period is not tried any more.
 */
function isStillAbout(subscription: Subscription, period: number): boolean {
	const { status } = subscription;
	return (status === "ACTIVE" || status === "RETRY") && period === currentPeriod(subscription);
}

/** A period that was charged is never charged as a new one again, wherever the clock may step (rule S-08). */
function orphaned({ next_period }: Subscription, period: number): { next_period: number } {
	return { next_period: Math.max(next_period, period + 1) };
}

function nextPeriodAfter(subscription: Subscription, now: number): number {
	return Math.max(subscription.next_period, firstPeriodAfter(subscription, now));
}

/** When a period is tried again; `undefined` when every try is used up. */
function nextRetry(
	subscription: Subscription,
	{ period, failed_attempts, advised }: { period: number; failed_attempts: number; advised: number | undefined },
	now: number,
): number | undefined {
	const days = retryDays[failed_attempts - 1];
	if (days === undefined) return undefined;
	if (advised !== undefined) return now + advised * hour;
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
		...orphaned(subscription, period),
		open_period: period,
		is_reactivating: false,
	};
}

/** Its card was declined so often that the networks want it left alone (rule S-09): nobody is asked. */
export function afterTooManyDeclines(
	subscription: Subscription,
	step: { period: number },
	now: number,
): LifecycleChange {
	return { ...afterLosingCard(subscription, step, now), suspended_reason: "card_declined_too_often" };
}

/** Statuses that a request may ask for. */
export const requestableStatuses = ["ACTIVE", "PAUSED", "CANCELED", "CANCELLED"] as const;

export type RequestableStatus = (typeof requestableStatuses)[number];

/** Why a status cannot be asked for; `undefined` when it can. */
export function statusProblem(subscription: Subscription, wanted: RequestableStatus): string | undefined {
	const { status, completed_cycles, number_of_payments } = subscription;
	const isOver = status === "EXPIRED" || completed_cycles === number_of_payments;
	if (!isOver || isCancelled(wanted)) return undefined;
	return "All payments of this subscription have been made, so it can only be cancelled. Create a new one to go on.";
}

/** What a request for a status makes of it at `now`. */
export function afterRequest(subscription: Subscription, wanted: RequestableStatus, now: number): LifecycleChange {
	return wanted === "ACTIVE" ? activated(subscription, now) : stopped(subscription, wanted);
}

/** What a new amount makes of it: periods that payment is under way for, or still open, keep theirs (rule S-16). */
export function withAmount(
	subscription: Subscription,
	amount_cents: number,
): Pick<Subscription, "amount_cents" | "amount_from_period" | "former_amount_cents"> {
	const { open_period, charging_transaction_id } = subscription;
	const hasBegun = open_period !== null || charging_transaction_id !== null;
	if (!hasBegun) return { amount_cents, amount_from_period: 0, former_amount_cents: null };
	const period = currentPeriod(subscription);
	return { amount_cents, amount_from_period: period + 1, former_amount_cents: amountOf(subscription, period) };
}

/** Somebody asks for it to go on. The open period is tried once, at once; all others wait for their due date. */
function activated(subscription: Subscription, now: number): LifecycleChange {
	const { status, open_period } = subscription;
	if (status === "ACTIVE") return {};
	if (open_period !== null) return { status: "ACTIVE", is_reactivating: true, suspended_reason: null, next_run: now };
	return goOnWith(subscription, nextPeriodAfter(subscription, now));
}

/**
 * Somebody stops it, for a while or for good: nothing that is queued is charged any more (rules S-11, S-12). A period that was
 * tried, though nobody heard, is left behind: the numbers of its tries are used.
 */
function stopped(subscription: Subscription, status: "PAUSED" | "CANCELED" | "CANCELLED"): LifecycleChange {
	const tried = subscription.unheard_attempts > 0 ? orphaned(subscription, currentPeriod(subscription)) : {};
	return { ...tried, ...settled, status, next_run: null };
}

/** Periods that fell due while another one was open, and that nobody charges any more. */
export function delinquentCycles(subscription: Subscription, now: number): number {
	if (subscription.open_period === null) return 0;
	return Math.max(0, firstPeriodAfter(subscription, now) - subscription.next_period);
}

export function isCancelled(status: SubscriptionStatus): boolean {
	return status === "CANCELED" || status === "CANCELLED";
}

const settled = {
	open_period: null,
	failed_attempts: 0,
	unheard_attempts: 0,
	is_reactivating: false,
	suspended_reason: null,
};

const suspended = { status: "SUSPENDED", next_run: null } as const;

function goOnWith(subscription: Subscription, next_period: number): LifecycleChange {
	return { ...settled, status: "ACTIVE", next_period, next_run: dueAt(subscription, next_period) };
}
