import { momentIn } from "../locale/zoned-time.ts";
import { daysToSend, feeToSend, offeredPlans, type Plan, planChoices, priceOf } from "../plans/plan-words.ts";
import { type App, useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { amountToSend } from "../transactions/amount.ts";
import { Button } from "../ui/button.tsx";
import { ChangeDialog, type DialogEnds, useDialog } from "../ui/dialog.tsx";
import type { Change } from "../ui/forms/change.model.ts";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { MoneyField, NumberField, SelectField, TextField, useChange, useForm } from "../ui/forms/fields.tsx";
import { type Item, Items } from "../ui/items.tsx";
import { Loaded, useGet } from "../ui/loading/loaded.tsx";
import { Panel } from "../ui/page.tsx";
import { type Customer, cardChoices, idsOf, type Subscription, SubscriptionStatusChip } from "./subscription-words.tsx";

export interface SubscriptionsPanelProps {
	customer: Customer;
	onChanged: (customer: Customer) => void;
}

export function SubscriptionsPanel({ customer, onChanged }: SubscriptionsPanelProps) {
	const app = useApp();
	const { words, may } = app;
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
			<Items
				items={customer.subscriptions.map((subscription) => itemOf(app, customer, subscription))}
				none={hasCard ? phrases.noneOfCustomer : phrases.needsCard}
			/>
			{dialog}
		</Panel>
	);
}

function itemOf(app: App, customer: Customer, subscription: Subscription): Item {
	const { words, formats } = app;
	const { lookup_id: key, name, next_run: next } = subscription;
	const details = [priceOf(app, subscription), next !== null && words.subscriptions.nextPayment(formats.moment(next))];
	return {
		key,
		name: (
			<a href={hrefOf("subscription", idsOf(customer, subscription))}>
				<bdi>{name}</bdi>
			</a>
		),
		details: details.filter(Boolean).join(" · "),
		action: <SubscriptionStatusChip subscription={subscription} />,
	};
}

interface SubscribeDialogProps extends DialogEnds<Customer> {
	/** A customer with at least one card. */
	customer: Customer;
	/** Outlives the dialog: after a lost response no second subscription is requested. */
	change: Change;
}

const dayMs = 86_400_000;

function SubscribeDialog(props: SubscribeDialogProps) {
	const { words } = useApp();
	const plans = useGet("/plan-service/plan", offeredPlans);
	return (
		<ChangeDialog title={words.subscriptions.create} change={props.change} onClose={props.onClose}>
			<Loaded resource={plans}>
				{({ plans: offered }) =>
					offered.length === 0 ? <p>{words.plans.noneHint}</p> : <SubscribeForm {...props} plans={offered} />
				}
			</Loaded>
		</ChangeDialog>
	);
}

function SubscribeForm({ customer, change, plans, onClose, onDone }: SubscribeDialogProps & { plans: Plan[] }) {
	const app = useApp();
	const { api, words, formats, now } = app;
	const first = () => ({
		plan_lookup_id: plans[0]?.lookup_id ?? "",
		card_lookup_id: (customer.cards.find((card) => card.is_default) ?? customer.cards[0])?.lookup_id ?? "",
		start_date: formats.dateOf(now() + dayMs),
		time: "09:00",
		amount: "",
		description: "",
		quantity: "",
		trial_days: "",
		setup_fee: "",
	});
	const { values, field } = useForm(first, change);
	const phrases = words.subscriptions;

	function subscribe(): void {
		const { plan_lookup_id, card_lookup_id, amount, quantity, trial_days, setup_fee, description } = values;
		const body = {
			plan_lookup_id,
			card_lookup_id,
			start_date: momentIn(values.start_date, values.time, formats.timeZone),
			...(amount.trim() !== "" && { amount: amountToSend(amount) }),
			...(quantity.trim() !== "" && { quantity: Number(quantity) || 0 }),
			...(trial_days.trim() !== "" && { trial_days: daysToSend(trial_days) }),
			...(setup_fee.trim() !== "" && { setup_fee: feeToSend(setup_fee) }),
			...(description.trim() !== "" && { description: description.trim() }),
		};
		void change.ask({
			what: plans.find((plan) => plan.lookup_id === plan_lookup_id)?.name ?? "",
			send: (idempotencyKey) => api.post("/customer-service/customer/subscription", { body, idempotencyKey }),
			onDone,
		});
	}

	return (
		<ChangeForm change={change} action={phrases.create} onSubmit={subscribe} onCancel={onClose}>
			<SelectField {...field("plan_lookup_id", phrases.columns.plan)} choices={planChoices(app, plans)} />
			<SelectField {...field("card_lookup_id", phrases.card)} choices={cardChoices(customer)} />
			<div class="form-row">
				<TextField {...field("start_date", phrases.startDate, phrases.startHint(formats.timeZone))} type="date" />
				<TextField {...field("time", phrases.startTime)} type="time" />
			</div>
			<MoneyField {...field("amount", words.transactions.columns.amount, phrases.amountHint)} isOptional />
			<div class="form-row">
				<NumberField {...field("quantity", words.plans.quantity, phrases.termHint)} isOptional />
				<NumberField {...field("trial_days", words.plans.trialDays, phrases.termHint)} isOptional />
			</div>
			<MoneyField {...field("setup_fee", words.plans.setupFee, phrases.termHint)} isOptional />
			<TextField {...field("description", phrases.description, phrases.descriptionHint)} isOptional />
		</ChangeForm>
	);
}
