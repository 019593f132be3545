import { type SubscriptionRecord, subscriptionSchema } from "@cardseal/customers";
import { dollars, pickFields } from "@cardseal/platform";
import { metadataOf } from "@cardseal/platform/metadata";
import { dueAt } from "./calendar.ts";
import { delinquentCycles } from "./lifecycle.ts";
import type { SubscriptionWithPlan } from "./subscriptions.store.ts";

/** @param now business time, ms since 1970 */
export function subscriptionRecordOf(subscription: SubscriptionWithPlan, now: number): SubscriptionRecord {
	const { number_of_payments: total, completed_cycles: completed, open_period: open } = subscription;
	return pickFields(subscriptionSchema, {
		...subscription,
		amount: dollars(subscription.amount_cents),
		setup_fee: dollars(subscription.setup_fee_cents),
		total_cycles: total,
		completed_cycles: completed,
		remaining_cycles: total === null ? null : total - completed,
		delinquent_cycles: delinquentCycles(subscription, now),
		delinquent_since: open === null ? null : dueAt(subscription, open),
		metadata: metadataOf(subscription),
	});
}
