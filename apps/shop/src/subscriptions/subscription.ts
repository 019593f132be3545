import type { Schemas } from "@cardseal/client";
import { toCents } from "../catalogue.ts";
import { cardsOf } from "../saved-cards/saved-cards.ts";

export const states = {
	ACTIVE: "active",
	RETRY: "retrying",
	SUSPENDED: "suspended",
	PAUSED: "paused",
	CANCELED: "cancelled",
	CANCELLED: "cancelled",
	EXPIRED: "ended",
} as const;
type SubscriptionStatus = keyof typeof states;

export type Subscription = NonNullable<ReturnType<typeof subscriptionOf>>;

export function subscriptionOf(customer: Schemas["Customer"]) {
	const [first] = customer.subscriptions;
	return (
		first && {
			id: first.lookup_id,
			status: first.status as SubscriptionStatus,
			amountCents: toCents(first.amount) * first.quantity,
			nextPaymentAt: first.next_run,
			lastPaymentAt: first.last_success,
			customerId: customer.lookup_id,
			card: cardsOf(customer).find(({ id }) => id === first.card_lookup_id),
		}
	);
}

interface Step {
	from: readonly SubscriptionStatus[];
	to: "PAUSED" | "ACTIVE" | "CANCELLED";
}

/** Cancelled is final: a page left open must not resume it. */
export const subscriptionSteps = {
	pause: { from: ["ACTIVE", "RETRY"], to: "PAUSED" },
	resume: { from: ["PAUSED", "SUSPENDED"], to: "ACTIVE" },
	cancel: { from: ["ACTIVE", "RETRY", "SUSPENDED", "PAUSED"], to: "CANCELLED" },
} satisfies Record<string, Step>;
export type SubscriptionStep = keyof typeof subscriptionSteps;

type WithStatus = Pick<Subscription, "status">;

export function canTake(step: SubscriptionStep, { status }: WithStatus): boolean {
	const { from }: Step = subscriptionSteps[step];
	return from.includes(status);
}

/** True as long as something may still be charged. */
export function canChangeCard(subscription: WithStatus): boolean {
	return canTake("cancel", subscription);
}

export function isBehind({ status }: WithStatus): boolean {
	return status === "RETRY" || status === "SUSPENDED";
}

/** Returns the same time a month later in UTC, on the last day of a shorter month. */
export function monthAfter(time: number): number {
	const after = new Date(time);
	const day = after.getUTCDate();
	after.setUTCMonth(after.getUTCMonth() + 1);
	if (after.getUTCDate() !== day) after.setUTCDate(0);
	return after.getTime();
}
