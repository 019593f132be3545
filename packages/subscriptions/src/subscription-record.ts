import type { SubscriptionRecord } from "@cardseal/customers";
import { dollars } from "@cardseal/platform";
import { metadataOf } from "@cardseal/platform/metadata";
import { dueAt } from "./calendar.ts";
import { delinquentCycles } from "./lifecycle.ts";
import type { SubscriptionWithPlan } from "./subscriptions.store.ts";

/** @param now business time, ms since 1970 */
export function subscriptionRecordOf(subscription: SubscriptionWithPlan, now: number): SubscriptionRecord {
	const { number_of_payments: total, completed_cycles: completed, open_period: open } = subscription;
	return {
		id: subscription.id,
		lookup_id: subscription.lookup_id,
		plan_id: subscription.plan_id,
		plan_lookup_id: subscription.plan_lookup_id,
		card_lookup_id: subscription.card_lookup_id,
		name: subscription.name,
		description: subscription.description,
		email: subscription.email,
		bcc_emails: subscription.bcc_emails,
		status: subscription.status,
		amount: dollars(subscription.amount_cents),
		quantity: subscription.quantity,
		trial_days: subscription.trial_days,
		setup_fee: dollars(subscription.setup_fee_cents),
		currency: subscription.currency,
		frequency: subscription.frequency,
		start_date: subscription.start_date,
		last_success: subscription.last_success,
		last_run: subscription.last_run,
		next_run: subscription.next_run,
		total_cycles: total,
		completed_cycles: completed,
		remaining_cycles: total === null ? null : total - completed,
		failed_attempts: subscription.failed_attempts,
		delinquent_cycles: delinquentCycles(subscription, now),
		delinquent_since: open === null ? null : dueAt(subscription, open),
		metadata: metadataOf(subscription),
	};
}
