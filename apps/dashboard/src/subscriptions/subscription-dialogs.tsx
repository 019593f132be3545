import { useState } from "preact/hooks";
import type { Api } from "../api/client.ts";
import { RequestProblem } from "../api/problem.ts";
import { offeredPlans, type Plan, planChoices } from "../plans/plan-words.ts";
import { useApp } from "../shell/app.ts";
import { amountToSend, centsOf, decimalOf } from "../transactions/amount.ts";
import { ChangeDialog, type DialogEnds, FormDialog } from "../ui/dialog.tsx";
import type { Change } from "../ui/forms/change.model.ts";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import {
	CheckField,
	MoneyField,
	NumberField,
	SelectField,
	TextField,
	useChange,
	useForm,
} from "../ui/forms/fields.tsx";
import { Loaded, useGet, useResource } from "../ui/loading/loaded.tsx";
import { PaymentPreview, type Preview } from "./payment-lines.tsx";
import { type Resumed, readNewestAttempt, resume } from "./resume.ts";
import {
	type Attempt,
	billedCardChoices,
	type Customer,
	changePlanRoute,
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
		<FormDialog title={phrases.changeNamed(subscription.name)} change={change} saves onSubmit={save} onClose={onClose}>
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

interface ChangePlanDialogProps extends DialogEnds<ChangedPlan> {
	customer: Customer;
	subscription: Subscription;
	/** Outlives the dialog: after a lost response no second change is requested. */
	change: Change;
}

interface ChangedPlan {
	customer: Customer;
	/** `false` if the payment was declined, or is not known yet. */
	isPaid: boolean;
}

export function ChangePlanDialog(props: ChangePlanDialogProps) {
	const { words } = useApp();
	const { subscription, change, onClose } = props;
	const plans = useGet("/plan-service/plan", offeredPlans);
	const offeredIn = (all: Plan[]) => all.filter(({ currency }) => currency === subscription.currency);
	return (
		<ChangeDialog title={words.subscriptions.changePlan.named(subscription.name)} change={change} onClose={onClose}>
			<Loaded resource={plans}>
				{({ plans: all }) =>
					offeredIn(all).length === 0 ? <p>{words.plans.noneHint}</p> : <Form {...props} plans={offeredIn(all)} />
				}
			</Loaded>
		</ChangeDialog>
	);
}

type When = "now" | "renewal";

function Form({ customer, subscription, change, plans, onClose, onDone }: ChangePlanDialogProps & { plans: Plan[] }) {
	const app = useApp();
	const { api, words, formats } = app;
	const first = () => ({
		plan_lookup_id:
			(plans.find(({ lookup_id }) => lookup_id !== subscription.plan_lookup_id) ?? plans[0])?.lookup_id ?? "",
		quantity: String(subscription.quantity),
		when: "renewal" as When,
		prorate: true,
	});
	const { values, field } = useForm(first, change);
	const phrases = words.subscriptions.changePlan;
	const { plan_lookup_id, when } = values;
	const quantity = values.quantity.trim();
	const isNow = when === "now";
	const prorate = isNow && values.prorate;

	function changeIt(): void {
		const body = { plan_lookup_id, quantity: Number(quantity) || 0, when, prorate };
		void change.ask({
			what: plans.find((plan) => plan.lookup_id === plan_lookup_id)?.name ?? "",
			send: (idempotencyKey) => changePlan(api, { customer, subscription, body, idempotencyKey }),
			onDone,
		});
	}

	function totalOf({ amount, at }: Preview): string {
		if (amount < 0) return phrases.refundedNow;
		return isNow || at === null ? phrases.chargedNow : phrases.chargedAt(formats.moment(at));
	}

	const query = new URLSearchParams({ plan_lookup_id, quantity, when, prorate: String(prorate) });
	return (
		<ChangeForm change={change} action={phrases.short} onSubmit={changeIt} onCancel={onClose}>
			<SelectField {...field("plan_lookup_id", words.subscriptions.columns.plan)} choices={planChoices(app, plans)} />
			<NumberField {...field("quantity", words.plans.quantity)} required />
			<SelectField {...field("when", phrases.when, phrases.whenHints[when])} choices={phrases.whens} />
			{isNow && <CheckField {...field("prorate", phrases.prorate, phrases.prorateHint)} />}
			{/^[1-9][0-9]{0,3}$/.test(quantity) && (
				<section aria-live="polite">
					<PaymentPreview customer={customer} subscription={subscription} query={query} totalOf={totalOf} />
				</section>
			)}
		</ChangeForm>
	);
}

interface ChangePlanCall {
	customer: Customer;
	subscription: Subscription;
	body: { plan_lookup_id: string; quantity: number; when: When; prorate: boolean };
	idempotencyKey: string;
}

/** The plan has changed even if its payment was declined (402). */
async function changePlan(
	api: Pick<Api, "get" | "post">,
	{ customer, subscription, ...request }: ChangePlanCall,
): Promise<ChangedPlan> {
	const path = idsOf(customer, subscription);
	try {
		return { customer: await api.post(changePlanRoute, { path, ...request }), isPaid: true };
	} catch (error) {
		if (!(error instanceof RequestProblem) || error.status !== 402) throw error;
		return { customer: await api.get("/customer-service/customer/{customer_lookup_id}", { path }), isPaid: false };
	}
}
