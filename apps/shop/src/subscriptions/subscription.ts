import type { CardOnFile } from "../gateway/customers.ts";

/** Every status that the gateway may tell. */
export const subscriptionStatuses = [
	"ACTIVE",
	"RETRY",
	"SUSPENDED",
	"PAUSED",
	"CANCELED",
	"CANCELLED",
	"EXPIRED",
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** A subscription as the gateway tells it. The shop keeps nothing of it and works nothing of it out. */
export interface Subscription {
	/** The subscription at the gateway; of no use without the shop's credentials. */
	readonly id: string;
	readonly status: SubscriptionStatus;
	/** For each month. */
	readonly amountCents: number;
	/** When the gateway charges next, ms since 1970; `null` when it does not. */
	readonly nextPaymentAt: number | null;
	/** When the gateway last charged it with success, ms since 1970; `null` before the first time. */
	readonly lastPaymentAt: number | null;
	/** The card that it bills; `undefined` when that is gone. */
	readonly card: CardOnFile | undefined;
}

const states = {
	ACTIVE: "active",
	RETRY: "retrying",
	SUSPENDED: "suspended",
	PAUSED: "paused",
	CANCELED: "cancelled",
	CANCELLED: "cancelled",
	EXPIRED: "ended",
} as const satisfies Record<SubscriptionStatus, string>;

/** How a subscription stands, as far as its payer is concerned. */
export type SubscriptionState = (typeof states)[SubscriptionStatus];

export function subscriptionState({ status }: Pick<Subscription, "status">): SubscriptionState {
	return states[status];
}

/** What its payer may do about it, beside changing the card. */
export const subscriptionSteps = ["pause", "resume", "cancel"] as const;
export type SubscriptionStep = (typeof subscriptionSteps)[number];

const mayTake: Record<SubscriptionStep, readonly SubscriptionStatus[]> = {
	pause: ["ACTIVE", "RETRY"],
	// Never from cancelled: a page left open must not bring back what was given up.
	resume: ["PAUSED", "SUSPENDED"],
	cancel: ["ACTIVE", "RETRY", "SUSPENDED", "PAUSED"],
};

/** Whether a step is one that may be taken now. */
export function canTake(step: SubscriptionStep, { status }: Pick<Subscription, "status">): boolean {
	return mayTake[step].includes(status);
}

/** Whether another card may take over: as long as something may still be charged. */
export function canChangeCard(subscription: Pick<Subscription, "status">): boolean {
	return canTake("cancel", subscription);
}

/** Whether its last payment failed, so that another card should be tried at once. */
export function isBehind({ status }: Pick<Subscription, "status">): boolean {
	return status === "RETRY" || status === "SUSPENDED";
}

/** A month later in UTC, at the last day of a month that is too short. Times in ms since 1970. */
export function monthAfter(time: number): number {
	const after = new Date(time);
	const day = after.getUTCDate();
	after.setUTCDate(1);
	after.setUTCMonth(after.getUTCMonth() + 1);
	const lastDay = new Date(Date.UTC(after.getUTCFullYear(), after.getUTCMonth() + 1, 0)).getUTCDate();
	return after.setUTCDate(Math.min(day, lastDay));
}
