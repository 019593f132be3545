import { useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { amountToSend, centsOf, decimalOf } from "../transactions/amount.ts";
import { Dialog } from "../ui/dialogs/dialog.tsx";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { SelectField, TextField } from "../ui/forms/field.tsx";
import { useChange } from "../ui/forms/use-change.ts";
import { cardChoices } from "./card-choices.ts";
import { type Customer, idsOf, type Subscription, subscriptionRoute } from "./subscription-words.ts";

export interface ChangeSubscriptionDialogProps {
	customer: Customer;
	subscription: Subscription;
	onClose: () => void;
	onDone: (customer: Customer) => void;
}

/** Another card, another amount, another line on the receipts. */
export function ChangeSubscriptionDialog(props: ChangeSubscriptionDialogProps) {
	const { customer, subscription, onClose, onDone } = props;
	const { api, words } = useApp();
	const [card, setCard] = useState(subscription.card_lookup_id);
	const [before] = useState({
		amount: decimalOf(centsOf(subscription.amount)),
		description: subscription.description ?? "",
	});
	const [amount, setAmount] = useState(before.amount);
	const [quantity, setQuantity] = useState(String(subscription.quantity));
	const [description, setDescription] = useState(before.description);
	const change = useChange();
	const phrases = words.subscriptions;

	function save(): void {
		// Sending the rest would undo another person's change, and the gateway refuses a deleted card.
		const body = {
			...(card !== subscription.card_lookup_id && { card_lookup_id: card }),
			...(amount !== before.amount && { amount: amountToSend(amount) }),
			...(quantity !== String(subscription.quantity) && { quantity: Number(quantity) || 0 }),
			...(description !== before.description && { description: description.trim() || null }),
		};
		void change.run(() => api.patch(subscriptionRoute, { path: idsOf(customer, subscription), body }), onDone);
	}

	return (
		<Dialog
			title={phrases.changeNamed(subscription.name)}
			onClose={onClose}
			isBusy={change.state.value.kind === "sending"}
		>
			<ChangeForm change={change} action={words.shared.save} onSubmit={save} onCancel={onClose}>
				<SelectField
					label={phrases.card}
					error={change.errorOf("card_lookup_id")}
					value={card}
					choices={cardChoices(customer, subscription, phrases.deletedCard)}
					onChoose={setCard}
				/>
				<TextField
					label={words.transactions.amountIn(subscription.currency)}
					hint={phrases.changeAmountHint}
					inputMode="decimal"
					autocomplete="off"
					error={change.errorOf("amount")}
					value={amount}
					onText={setAmount}
				/>
				<TextField
					label={words.plans.quantity}
					hint={phrases.changeQuantityHint}
					inputMode="numeric"
					autocomplete="off"
					required
					error={change.errorOf("quantity")}
					value={quantity}
					onText={setQuantity}
				/>
				<TextField
					label={phrases.description}
					hint={phrases.descriptionHint}
					isOptional
					autocomplete="off"
					maxLength={255}
					error={change.errorOf("description")}
					value={description}
					onText={setDescription}
				/>
			</ChangeForm>
		</Dialog>
	);
}
