/* Applies many attempts in one database transaction. */

import { inBatches, wasRefused } from "@cardseal/batch";
import type { Database } from "@cardseal/platform/db";
import { type QueuedDunningMail, queueDunningMails } from "../dunning-mails/reference.ts";
import { emitSubscriptions, type SubscriptionEvent } from "../emit-subscriptions.ts";
import { afterApproval, afterDecline, afterNoTry, afterUnasked, type LifecycleChange } from "../lifecycle.ts";
import { isCurrent } from "../status.ts";
import {
	type LockedSubscription,
	lockSubscriptions,
	type SubscriptionUpdate,
	updateRenewedSubscriptions,
} from "./renewed-subscriptions.store.ts";

export interface NotTried {
	reason: "card_deleted" | "card_declined_too_often";
	/** Counted from 0. */
	period: number;
	/** The version that was read. */
	version: string;
	/** Business time, ms since 1970. */
	now: number;
}

export interface AttemptToApply {
	subscriptionId: number;
	notTried?: NotTried;
}

/** `unasked`: no bank was asked, and the period is tried again soon. `changed`: the subscription must be read again. */
export type AppliedAs = "approved" | "declined" | "unasked" | "suspended_untried" | "pending" | "changed";

export type ApplyAttempt = (outcome: AttemptToApply) => Promise<AppliedAs>;

interface PlannedUpdate {
	as: AppliedAs;
	update?: SubscriptionUpdate;
	events?: SubscriptionEvent[];
	mail?: QueuedDunningMail | undefined;
}

const maximumSubscriptions = 200;

/** Thrown for one subscription, so that the batch is repeated without it. */
class OutcomeNotPlanned extends Error {
	override readonly name = "OutcomeNotPlanned";
}

/** Creates an idempotent function; concurrent calls share a database transaction. */
export function createApplyAttempt(database: Database): ApplyAttempt {
	return inBatches({
		run: (batch: AttemptToApply[]) =>
			database.transaction().execute((transaction: Database) => applyAll(transaction, batch)),
		maximumItems: maximumSubscriptions,
		isItemsFault: (error) => wasRefused(error) || error instanceof OutcomeNotPlanned,
	});
}

async function applyAll(transaction: Database, batch: AttemptToApply[]): Promise<AppliedAs[]> {
	const ids = batch.map(({ subscriptionId }) => subscriptionId);
	const locked = new Map((await lockSubscriptions(transaction, ids)).map((row) => [row.subscription.id, row]));
	const planned = batch.map((outcome) => {
		const row = locked.get(outcome.subscriptionId);
		// A subscription that appears twice in a batch is updated once.
		locked.delete(outcome.subscriptionId);
		return row === undefined ? { as: "changed" as const } : planUpdateOf(row, outcome);
	});
	await updateRenewedSubscriptions(
		transaction,
		planned.flatMap(({ update }) => update ?? []),
	);
	await queueDunningMails(
		transaction,
		planned.flatMap(({ mail }) => mail ?? []),
	);
	await emitSubscriptions(
		transaction,
		planned.flatMap(({ update, events = [] }) => {
			if (update === undefined) return [];
			return events.map((event) => ({ ...event, subscription: update.subscription }));
		}),
	);
	return planned.map(({ as }) => as);
}

function planUpdateOf(row: LockedSubscription, { notTried }: AttemptToApply): PlannedUpdate {
	try {
		return notTried === undefined ? afterAttempt(row) : afterNoAttempt(row, notTried);
	} catch (cause) {
		throw new OutcomeNotPlanned(`The outcome of subscription ${row.subscription.id} cannot be recorded.`, { cause });
	}
}

function afterAttempt({ subscription, inFlight, retryDays }: LockedSubscription): PlannedUpdate {
	if (inFlight === null) return { as: "changed" };
	const { status, period, attempt, amount_cents: amountCents, decided_at: decidedAt } = inFlight;
	if (status === "PENDING" || decidedAt === null) return { as: "pending" };
	if (status === "APPROVED") {
		const change = afterApproval(subscription, { period, amountCents }, decidedAt);
		const isResumed = subscription.is_reactivating && change.status === "ACTIVE";
		const events = [
			...(isResumed ? [{ type: "subscription.resumed" as const, now: decidedAt }] : []),
			...eventsOf(change, { type: "subscription.renewed", now: decidedAt }),
		];
		return { as: "approved", update: updateOf(subscription, change), events };
	}
	const isRefused = inFlight.decline_class === "configuration";
	const wasAsked = !isRefused && inFlight.decline_code !== "not_received";
	const retried = wasAsked ? undefined : afterUnasked(subscription, { period, isRefused }, decidedAt);
	if (retried !== undefined) return { as: "unasked", update: updateOf(subscription, retried) };
	// Only a soft decline passes with time.
	const isSoft = inFlight.decline_class === "soft" || !wasAsked;
	const decline = { period, isSoft, adviceCode: inFlight.advice_code, retryDays };
	const change = afterDecline(subscription, decline, decidedAt);
	const declined = wasAsked ? { period, attempt, fingerprint: subscription.charging_fingerprint } : undefined;
	return {
		as: "declined",
		update: { ...updateOf(subscription, change), declined },
		events: eventsOf(change, { type: "subscription.payment_failed", now: decidedAt }),
		// The payer can do nothing for a processor that is away.
		mail:
			wasAsked || change.status === "SUSPENDED"
				? dunningMailOf({ subscriptionId: subscription.id, period, attempt }, change)
				: undefined,
	};
}

function afterNoAttempt({ subscription, version }: LockedSubscription, notTried: NotTried): PlannedUpdate {
	if (version !== notTried.version) return { as: "changed" };
	const { reason, period, now } = notTried;
	const change = afterNoTry(subscription, { period, reason }, now);
	const planned = { as: "suspended_untried" as const, update: updateOf(subscription, change) };
	if (subscription.status === "SUSPENDED") return planned;
	const mail = dunningMailOf({ subscriptionId: subscription.id, period, attempt: 0 }, change);
	return { ...planned, events: [{ type: "subscription.suspended", now }], mail };
}

function updateOf(before: LockedSubscription["subscription"], change: LifecycleChange): SubscriptionUpdate {
	const subscription = { ...before, ...change };
	return { subscription, declined: undefined, hasEnded: isCurrent(before.status) && !isCurrent(subscription.status) };
}

function eventsOf({ status }: LifecycleChange, outcome: SubscriptionEvent): SubscriptionEvent[] {
	const { now } = outcome;
	const events = [outcome];
	if (status === "SUSPENDED") events.push({ type: "subscription.suspended", now });
	if (status === "EXPIRED") events.push({ type: "subscription.expired", now });
	return events;
}

/** A subscription that continues or was stopped has no dunning mail. */
function dunningMailOf(
	about: Omit<QueuedDunningMail, "kind">,
	{ status }: LifecycleChange,
): QueuedDunningMail | undefined {
	if (status === "RETRY") return { kind: "payment_failed", ...about };
	if (status === "SUSPENDED") return { kind: "subscription_suspended", ...about };
	return undefined;
}
