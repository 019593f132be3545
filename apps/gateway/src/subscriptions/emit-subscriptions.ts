import type { Database } from "../db/database.ts";
import { emitEvents } from "../events/emit.ts";
import type { EventType } from "../events/event-types.ts";
import { subscriptionRecordOf } from "./subscription-record.ts";
import { readWithOwners } from "./subscriptions.store.ts";

/** A change of a subscription. */
export interface SubscriptionEvent {
	/** The row id. */
	id: number;
	type: Extract<EventType, `subscription.${string}`>;
	/** Business time, ms since 1970. */
	now: number;
}

/** Writes events of subscriptions: each as its customer shows it after the change, with the customer's lookup id. */
export async function emitSubscriptions(transaction: Database, events: SubscriptionEvent[]): Promise<void> {
	if (events.length === 0) return;
	const found = await readWithOwners(transaction, [...new Set(events.map(({ id }) => id))]);
	const subscriptions = new Map(found.map((subscription) => [subscription.id, subscription]));
	await emitEvents(
		transaction,
		events.map(({ id, type, now }) => {
			const subscription = subscriptions.get(id);
			if (subscription === undefined) throw new Error("An event is about a subscription that does not exist.");
			const data = {
				...subscriptionRecordOf(subscription, now),
				customer_lookup_id: subscription.customer_lookup_id,
			};
			return { type, merchantId: subscription.merchant_id, created: now, data };
		}),
	);
}
