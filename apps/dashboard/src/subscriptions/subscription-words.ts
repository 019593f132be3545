import type { Schemas } from "../api/records.ts";
import type { Tone } from "../ui/chip.tsx";
import type { IconName } from "../ui/icon.tsx";

export type Subscription = Schemas["Subscription"];
export type Customer = Schemas["Customer"];

/** One try to charge one period. */
export type Attempt = Schemas["SubscriptionAttempt"];

/** Tone and icon of each status; the gateway has both spellings of cancelled. */
export const statusLooks: Readonly<Record<string, { tone: Tone; icon: IconName }>> = {
	ACTIVE: { tone: "success", icon: "check" },
	RETRY: { tone: "warning", icon: "clock" },
	SUSPENDED: { tone: "danger", icon: "alert" },
	PAUSED: { tone: "neutral", icon: "clock" },
	CANCELED: { tone: "neutral", icon: "cross" },
	CANCELLED: { tone: "neutral", icon: "cross" },
	EXPIRED: { tone: "neutral", icon: "check" },
};

/** Returns the status changes that are possible now. */
export function stepsFor({ status }: Pick<Subscription, "status">): ("pause" | "resume" | "cancel")[] {
	if (status === "CANCELED" || status === "CANCELLED") return ["resume"];
	if (isFinished({ status })) return [];
	if (status === "ACTIVE") return ["pause", "cancel"];
	return status === "PAUSED" ? ["resume", "cancel"] : ["resume", "pause", "cancel"];
}

/** Returns true when all payments are made: nothing can be changed any more. */
export function isFinished({ status }: Pick<Subscription, "status">): boolean {
	return status === "EXPIRED";
}

/** Returns true when resuming retries an unpaid period. */
export function hasOpenPayment({ status }: Pick<Subscription, "status">): boolean {
	return status === "RETRY" || status === "SUSPENDED";
}

/** The route of a subscription's charge attempts, for `subscription_lookup_id`. */
export const attemptsRoute = "/subscriptions/{subscription_lookup_id}/attempts";

/** The route of a subscription, for the ids of `idsOf`. */
export const subscriptionRoute =
	"/customer-service/customer/{customer_lookup_id}/subscription/{subscription_lookup_id}";

export const changePlanRoute =
	"/customer-service/customer/{customer_lookup_id}/subscription/{subscription_lookup_id}/change-plan";

export const previewRoute =
	"/customer-service/customer/{customer_lookup_id}/subscription/{subscription_lookup_id}/preview";

export function idsOf(customer: Customer, subscription: Subscription) {
	return { customer_lookup_id: customer.lookup_id, subscription_lookup_id: subscription.lookup_id };
}
