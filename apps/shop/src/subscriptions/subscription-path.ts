import type { SubscriptionStep } from "./subscription.ts";

/** The page of an order's subscription, or what is done there. */
export function subscriptionPath(orderId: string, part?: SubscriptionStep | "card"): string {
	const path = `/orders/${orderId}/subscription`;
	return part === undefined ? path : `${path}/${part}`;
}
