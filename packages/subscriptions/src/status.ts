/** CANCELED and CANCELLED mean the same; each is stored as sent (rule S-12). */
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

export type SuspendedReason = "declined" | "retries_used" | "card_deleted" | "card_declined_too_often";

/** The statuses that are, or may again be, charged. */
export const currentStatuses = ["ACTIVE", "RETRY", "SUSPENDED", "PAUSED"] as const satisfies SubscriptionStatus[];

export function isCurrent(status: SubscriptionStatus): boolean {
	return currentStatuses.some((current) => current === status);
}
