import { priceOf } from "../plans/plan-words.ts";
import { useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { Button } from "../ui/button.tsx";
import { useDialog } from "../ui/dialog.tsx";
import { useChange } from "../ui/forms/fields.tsx";
import { Panel } from "../ui/page.tsx";
import { SubscribeDialog } from "./subscribe-dialog.tsx";
import { type Customer, idsOf, type Subscription, SubscriptionStatusChip } from "./subscription-words.tsx";

export interface SubscriptionsPanelProps {
	customer: Customer;
	onChanged: (customer: Customer) => void;
}

export function SubscriptionsPanel({ customer, onChanged }: SubscriptionsPanelProps) {
	const { words, may } = useApp();
	const { dialog, open, ends } = useDialog(onChanged);
	const change = useChange();
	const phrases = words.subscriptions;
	const hasCard = customer.cards.length > 0;

	function begin(): void {
		change.reset();
		open(<SubscribeDialog customer={customer} change={change} {...ends} />);
	}

	return (
		<Panel
			title={words.shell.pages.subscriptions}
			action={may("subscriptions.write") && hasCard && <Button label={phrases.create} isSmall onClick={begin} />}
		>
			{customer.subscriptions.length === 0 && (
				<p class="muted">{hasCard ? phrases.noneOfCustomer : phrases.needsCard}</p>
			)}
			<ul class="items">
				{customer.subscriptions.map((subscription) => (
					<SubscriptionItem key={subscription.lookup_id} customer={customer} subscription={subscription} />
				))}
			</ul>
			{dialog}
		</Panel>
	);
}

function SubscriptionItem({ customer, subscription }: { customer: Customer; subscription: Subscription }) {
	const app = useApp();
	const { words, formats } = app;
	return (
		<li class="item">
			<div>
				<p>
					<a href={hrefOf("subscription", idsOf(customer, subscription))}>
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
