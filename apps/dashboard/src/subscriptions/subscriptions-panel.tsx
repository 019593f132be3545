import { useState } from "preact/hooks";
import { priceOf } from "../plans/plan-words.ts";
import { useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { useOnce } from "../ui/forms/use-once.ts";
import { SubscriptionStatusChip } from "./status-chip.tsx";
import { SubscribeDialog } from "./subscribe-dialog.tsx";
import type { Customer, Subscription } from "./subscription-words.ts";

export interface SubscriptionsPanelProps {
	customer: Customer;
	onChanged: (customer: Customer) => void;
}

/** A customer's subscriptions, and the dialog for a new one. */
export function SubscriptionsPanel({ customer, onChanged }: SubscriptionsPanelProps) {
	const { words, may } = useApp();
	const [isNewOpen, setNewOpen] = useState(false);
	const request = useOnce();
	const phrases = words.subscriptions;

	function begin(): void {
		request.reset();
		setNewOpen(true);
	}

	return (
		<section class="panel section" aria-labelledby="subscriptions">
			<div class="section-head">
				<h2 id="subscriptions">{phrases.title}</h2>
				{may("subscriptions.write") && customer.cards.length > 0 && (
					<button type="button" class="button-quiet button-small" onClick={begin}>
						{phrases.create}
					</button>
				)}
			</div>
			{customer.subscriptions.length === 0 && (
				<p class="muted">{customer.cards.length === 0 ? phrases.needsCard : phrases.noneOfCustomer}</p>
			)}
			<ul class="items">
				{customer.subscriptions.map((subscription) => (
					<SubscriptionItem key={subscription.lookup_id} customer={customer} subscription={subscription} />
				))}
			</ul>
			{isNewOpen && (
				<SubscribeDialog
					customer={customer}
					request={request}
					onClose={() => setNewOpen(false)}
					onDone={(changed) => {
						setNewOpen(false);
						onChanged(changed);
					}}
				/>
			)}
		</section>
	);
}

interface SubscriptionItemProps {
	customer: Customer;
	subscription: Subscription;
}

function SubscriptionItem({ customer, subscription }: SubscriptionItemProps) {
	const app = useApp();
	const { words, formats } = app;
	const ids = { customer_lookup_id: customer.lookup_id, subscription_lookup_id: subscription.lookup_id };
	return (
		<li class="item">
			<div>
				<p>
					<a href={hrefOf("subscription", ids)}>
						<bdi>{subscription.name}</bdi>
					</a>
				</p>
				<p class="small muted">
					{priceOf(app, subscription)}
					{subscription.next_run !== null &&
						` · ${words.subscriptions.nextPayment(formats.moment(subscription.next_run))}`}
				</p>
			</div>
			<SubscriptionStatusChip subscription={subscription} />
		</li>
	);
}
