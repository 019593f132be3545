import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { momentIn } from "../locale/zoned-time.ts";
import { daysToSend, feeToSend, priceOf } from "../plans/plan-words.ts";
import { useApp } from "../shell/app.ts";
import { amountToSend } from "../transactions/amount.ts";
import { maskOf } from "../transactions/transaction-words.ts";
import { OnceDialog } from "../ui/dialogs/once-dialog.tsx";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { SelectField, TextField } from "../ui/forms/field.tsx";
import type { Once } from "../ui/forms/once.model.ts";
import { Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import type { Customer } from "./subscription-words.ts";

type Plan = Schemas["Plan"];

export interface SubscribeDialogProps {
	/** A customer with at least one card. */
	customer: Customer;
	/** Outlives the dialog: after a lost response no second subscription is requested. */
	request: Once;
	onClose: () => void;
	onDone: (customer: Customer) => void;
}

/** The newest of the plans are offered. */
const offeredPlans = new URLSearchParams({ limit: "100" });

const dayMs = 86_400_000;

/** Subscribes a customer to a plan, from a day on. */
export function SubscribeDialog(props: SubscribeDialogProps) {
	const { api, words } = useApp();
	const plans = useResource((signal) => api.get("/plan-service/plan", { query: offeredPlans, signal }), "");
	return (
		<OnceDialog title={words.subscriptions.create} request={props.request} onClose={props.onClose}>
			<Loaded resource={plans}>
				{({ plans: offered }) =>
					offered.length === 0 ? <p>{words.plans.noneHint}</p> : <SubscribeForm {...props} plans={offered} />
				}
			</Loaded>
		</OnceDialog>
	);
}

interface SubscribeFormProps extends SubscribeDialogProps {
	plans: Plan[];
}

function SubscribeForm({ customer, request, plans, onClose, onDone }: SubscribeFormProps) {
	const app = useApp();
	const { api, words, formats, now } = app;
	const [draft, setDraft] = useState(() => ({
		plan: plans[0]?.lookup_id ?? "",
		card: (customer.cards.find((card) => card.is_default) ?? customer.cards[0])?.lookup_id ?? "",
		date: formats.dateOf(now() + dayMs),
		time: "09:00",
		amount: "",
		description: "",
		quantity: "",
		trialDays: "",
		setupFee: "",
	}));
	const phrases = words.subscriptions;
	const set = (changes: Partial<typeof draft>) => setDraft({ ...draft, ...changes });

	function subscribe(): void {
		const body = {
			plan_lookup_id: draft.plan,
			card_lookup_id: draft.card,
			start_date: momentIn(draft.date, draft.time, formats.timeZone),
			...(draft.amount.trim() !== "" && { amount: amountToSend(draft.amount) }),
			...(draft.quantity.trim() !== "" && { quantity: Number(draft.quantity) || 0 }),
			...(draft.trialDays.trim() !== "" && { trial_days: daysToSend(draft.trialDays) }),
			...(draft.setupFee.trim() !== "" && { setup_fee: feeToSend(draft.setupFee) }),
			...(draft.description.trim() !== "" && { description: draft.description.trim() }),
		};
		const path = "/customer-service/customer/subscription";
		void request.ask({
			what: plans.find((plan) => plan.lookup_id === draft.plan)?.name ?? "",
			send: (idempotencyKey) => api.post(path, { body, idempotencyKey }),
			onDone,
		});
	}

	return (
		<ChangeForm change={request} action={phrases.create} onSubmit={subscribe} onCancel={onClose}>
			<SelectField
				label={phrases.plan}
				error={request.errorOf("plan_lookup_id")}
				value={draft.plan}
				choices={plans.map((plan) => ({ value: plan.lookup_id, label: `${plan.name}: ${priceOf(app, plan)}` }))}
				onChoose={(plan) => set({ plan })}
			/>
			<SelectField
				label={phrases.card}
				error={request.errorOf("card_lookup_id")}
				value={draft.card}
				choices={customer.cards.map((card) => ({ value: card.lookup_id, label: maskOf(card) }))}
				onChoose={(card) => set({ card })}
			/>
			<div class="form-row">
				<TextField
					label={phrases.startDate}
					hint={phrases.startHint(formats.timeZone)}
					type="date"
					error={request.errorOf("start_date")}
					value={draft.date}
					onText={(date) => set({ date })}
				/>
				<TextField label={phrases.startTime} type="time" value={draft.time} onText={(time) => set({ time })} />
			</div>
			<TextField
				label={phrases.amount}
				hint={phrases.amountHint}
				isOptional
				inputMode="decimal"
				autocomplete="off"
				error={request.errorOf("amount")}
				value={draft.amount}
				onText={(amount) => set({ amount })}
			/>
			<div class="form-row">
				<TextField
					label={words.plans.quantity}
					hint={phrases.termHint}
					isOptional
					inputMode="numeric"
					autocomplete="off"
					error={request.errorOf("quantity")}
					value={draft.quantity}
					onText={(quantity) => set({ quantity })}
				/>
				<TextField
					label={words.plans.trialDays}
					hint={phrases.termHint}
					isOptional
					inputMode="numeric"
					autocomplete="off"
					error={request.errorOf("trial_days")}
					value={draft.trialDays}
					onText={(trialDays) => set({ trialDays })}
				/>
			</div>
			<TextField
				label={words.plans.setupFee}
				hint={phrases.termHint}
				isOptional
				inputMode="decimal"
				autocomplete="off"
				error={request.errorOf("setup_fee")}
				value={draft.setupFee}
				onText={(setupFee) => set({ setupFee })}
			/>
			<TextField
				label={phrases.description}
				hint={phrases.descriptionHint}
				isOptional
				autocomplete="off"
				maxLength={255}
				error={request.errorOf("description")}
				value={draft.description}
				onText={(description) => set({ description })}
			/>
		</ChangeForm>
	);
}
