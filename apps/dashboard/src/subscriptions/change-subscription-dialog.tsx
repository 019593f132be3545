import { useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { amountToSend, centsOf, decimalOf } from "../transactions/amount.ts";
import { type DialogEnds, FormDialog } from "../ui/dialog.tsx";
import { MoneyField, NumberField, SelectField, TextField, useForm } from "../ui/forms/fields.tsx";
import {
	billedCardChoices,
	type Customer,
	idsOf,
	type Subscription,
	subscriptionRoute,
} from "./subscription-words.tsx";

export interface ChangeSubscriptionDialogProps extends DialogEnds<Customer> {
	customer: Customer;
	subscription: Subscription;
}

export function ChangeSubscriptionDialog(props: ChangeSubscriptionDialogProps) {
	const { customer, subscription, onClose, onDone } = props;
	const { api, words } = useApp();
	const [before] = useState({
		card_lookup_id: subscription.card_lookup_id,
		amount: decimalOf(centsOf(subscription.amount)),
		quantity: String(subscription.quantity),
		description: subscription.description ?? "",
	});
	const { change, values, field } = useForm(before);
	const { card_lookup_id, amount, quantity, description } = values;
	const phrases = words.subscriptions;

	function save(): void {
		// Sending the rest would undo another person's change, and the gateway refuses a deleted card.
		const body = {
			...(card_lookup_id !== before.card_lookup_id && { card_lookup_id }),
			...(amount !== before.amount && { amount: amountToSend(amount) }),
			...(quantity !== before.quantity && { quantity: Number(quantity) || 0 }),
			...(description !== before.description && { description: description.trim() || null }),
		};
		void change.run(() => api.patch(subscriptionRoute, { path: idsOf(customer, subscription), body }), onDone);
	}

	return (
		<FormDialog
			title={phrases.changeNamed(subscription.name)}
			change={change}
			action={words.shared.save}
			onSubmit={save}
			onClose={onClose}
		>
			<SelectField
				{...field("card_lookup_id")}
				label={phrases.card}
				choices={billedCardChoices(customer, subscription, phrases.deletedCard)}
			/>
			<MoneyField
				{...field("amount")}
				label={words.transactions.amountIn(subscription.currency)}
				hint={phrases.changeAmountHint}
			/>
			<NumberField {...field("quantity")} label={words.plans.quantity} hint={phrases.changeQuantityHint} required />
			<TextField {...field("description")} label={phrases.description} hint={phrases.descriptionHint} isOptional />
		</FormDialog>
	);
}
