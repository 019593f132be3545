import { useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { amountToSend, centsOf, decimalOf } from "../transactions/amount.ts";
import { ChangeDialog, type DialogEnds, FormDialog } from "../ui/dialog.tsx";
import type { Change } from "../ui/forms/change.model.ts";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { MoneyField, NumberField, SelectField, TextField, useChange, useForm } from "../ui/forms/fields.tsx";
import { Loaded, useResource } from "../ui/loading/loaded.tsx";
import { type Resumed, readNewestAttempt, resume } from "./resume.ts";
import {
	type Attempt,
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
			isSaved
			onSubmit={save}
			onClose={onClose}
		>
			<SelectField
				{...field("card_lookup_id", phrases.card)}
				choices={billedCardChoices(customer, subscription, phrases.deletedCard)}
			/>
			<MoneyField {...field("amount", words.transactions.amountIn(subscription.currency), phrases.changeAmountHint)} />
			<NumberField {...field("quantity", words.plans.quantity, phrases.changeQuantityHint)} required />
			<TextField {...field("description", phrases.description, phrases.descriptionHint)} isOptional />
		</FormDialog>
	);
}

interface ResumeDialogProps extends DialogEnds<Resumed> {
	customer: Customer;
	subscription: Subscription;
}

export function ResumeDialog(props: ResumeDialogProps) {
	const { api, words } = useApp();
	const { subscription, onClose } = props;
	const last = useResource((signal) => readNewestAttempt(api, subscription, signal), subscription.lookup_id);
	const change = useChange();
	return (
		<ChangeDialog title={words.subscriptions.steps.resume.named(subscription.name)} change={change} onClose={onClose}>
			<Loaded resource={last}>{(before) => <ResumeForm {...props} before={before} change={change} />}</Loaded>
		</ChangeDialog>
	);
}

type ResumeFormProps = ResumeDialogProps & { before: Attempt | undefined; change: Change };

function ResumeForm({ customer, subscription, before, change, onClose, onDone }: ResumeFormProps) {
	const { api, words, formats } = useApp();
	const { values, field } = useForm({ card_lookup_id: subscription.card_lookup_id }, change);
	const phrases = words.subscriptions;
	const request = { customer, subscription, card: values.card_lookup_id, before };
	return (
		<ChangeForm
			change={change}
			action={phrases.steps.resume.named(subscription.name)}
			onCancel={onClose}
			onSubmit={() => void change.run(() => resume(api, request), onDone)}
		>
			{before !== undefined && subscription.delinquent_since !== null && (
				<p>
					<strong>
						{phrases.owed(formats.money(before.amount, before.currency), formats.moment(subscription.delinquent_since))}
					</strong>
				</p>
			)}
			<p>{phrases.owedExplanation}</p>
			<SelectField
				{...field("card_lookup_id", phrases.card)}
				choices={billedCardChoices(customer, subscription, phrases.deletedCard)}
			/>
		</ChangeForm>
	);
}
