import { type EventType, emitEvents } from "@cardseal/events";
import type { Database } from "@cardseal/platform/db";
import { subscriptionRecordOf } from "./subscription-record.ts";
import { readWithOwners, type SubscriptionWithOwners } from "./subscriptions.store.ts";

export interface SubscriptionEvent {
	type: Extract<EventType, `subscription.${string}`>;
	/** Business time, ms since 1970. */
	now: number;
}

/** Writes an event with the changed subscription. */
export async function emitSubscription(
	transaction: Database,
	event: SubscriptionEvent & { id: number },
): Promise<void> {
	const [subscription] = await readWithOwners(transaction, [event.id]);
	if (subscription === undefined) throw new Error("An event is about a subscription that does not exist.");
	await emitSubscriptions(transaction, [{ ...event, subscription }]);
}

export async function emitSubscriptions(
	transaction: Database,
	events: (SubscriptionEvent & { subscription: SubscriptionWithOwners })[],
): Promise<void> {
	await emitEvents(
		transaction,
		events.map(({ subscription, type, now }) => {
			const data = {
				...subscriptionRecordOf(subscription, now),
				customer_lookup_id: subscription.customer_lookup_id,
			};
			return { type, merchantId: subscription.merchant_id, created: now, data };
		}),
	);
}
