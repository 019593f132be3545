/** CANCELED and CANCELLED mean the same and are kept as they were sent (rule S-12). */
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

/** Why a subscription is SUSPENDED. */
export type SuspendedReason = "declined" | "retries_used" | "card_deleted" | "card_declined_too_often";

/** The statuses of a subscription that is, or may come to be, charged: a plan's current subscriptions. */
export const currentStatuses = ["ACTIVE", "RETRY", "SUSPENDED", "PAUSED"] as const satisfies SubscriptionStatus[];

export function isCurrent(status: SubscriptionStatus): boolean {
	return currentStatuses.some((current) => current === status);
}
