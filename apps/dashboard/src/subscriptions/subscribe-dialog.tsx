import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import type { RequestKeys } from "../api/request-key.ts";
import { momentIn } from "../locale/zoned-time.ts";
import type { Change } from "../look/change.model.ts";
import { ChangeForm } from "../look/change-form.tsx";
import { Dialog } from "../look/dialog.tsx";
import { SelectField, TextField } from "../look/field.tsx";
import { Loaded } from "../look/states.tsx";
import { useChange } from "../look/use-change.ts";
import { useResource } from "../look/use-resource.ts";
import { priceOf } from "../plans/plan-words.ts";
import { useApp } from "../shell/app.ts";
import { amountToSend } from "../transactions/amount.ts";
import { maskOf } from "../transactions/transaction-words.ts";
import type { Customer } from "./subscription-words.ts";

type Plan = Schemas["Plan"];

export interface SubscribeDialogProps {
	/** Has at least one card. */
	customer: Customer;
	/** Outlives the dialog: whoever opens it again after a lost answer asks for the same subscription, not for a second. */
	keyFor: RequestKeys;
	onClose: () => void;
	onDone: (customer: Customer) => void;
}

/** The newest of the plans are offered. */
const offeredPlans = new URLSearchParams({ limit: "100" });

const dayMilliseconds = 86_400_000;

/** Subscribes a customer to a plan, from a day on. */
export function SubscribeDialog(props: SubscribeDialogProps): JSX.Element {
	const { api, words } = useApp();
	const plans = useResource(
		(signal) => api.read<Schemas["PlanList"]>("/plan-service/plan", { query: offeredPlans, signal }),
		"",
	);
	const change = useChange();
	return (
		<Dialog title={words.subscriptions.create} onClose={props.onClose} isBusy={change.state.value.kind === "sending"}>
			<Loaded resource={plans}>
				{({ plans: offered }) =>
					offered.length === 0 ? (
						<p>{words.plans.noneHint}</p>
					) : (
						<SubscribeForm {...props} plans={offered} change={change} />
					)
				}
			</Loaded>
		</Dialog>
	);
}

interface SubscribeFormProps extends SubscribeDialogProps {
	plans: readonly Plan[];
	change: Change;
}

function SubscribeForm({ customer, keyFor, plans, change, onClose, onDone }: SubscribeFormProps): JSX.Element {
	const app = useApp();
	const { api, words, formats, now } = app;
	const [draft, setDraft] = useState(() => ({
		plan: plans[0]?.lookup_id ?? "",
		card: (customer.cards.find((card) => card.is_default) ?? customer.cards[0])?.lookup_id ?? "",
		date: formats.dateOf(now() + dayMilliseconds),
		time: "09:00",
		amount: "",
		description: "",
	}));
	const phrases = words.subscriptions;
	const set = (changes: Partial<typeof draft>) => setDraft({ ...draft, ...changes });

	function subscribe(): void {
		const body = {
			plan_lookup_id: draft.plan,
			card_lookup_id: draft.card,
			start_date: momentIn(draft.date, draft.time, formats.timeZone),
			...(draft.amount.trim() !== "" && { amount: amountToSend(draft.amount) }),
			...(draft.description.trim() !== "" && { description: draft.description.trim() }),
		};
		const options = { body, idempotencyKey: keyFor(body) };
		void change.run(() => api.change<Customer>("POST", "/customer-service/customer/subscription", options), onDone);
	}

	return (
		<ChangeForm change={change} action={phrases.create} onSubmit={subscribe} onCancel={onClose}>
			<SelectField
				label={phrases.plan}
				error={change.errorOf("plan_lookup_id")}
				value={draft.plan}
				choices={plans.map((plan) => ({ value: plan.lookup_id, label: `${plan.name}: ${priceOf(app, plan)}` }))}
				onChoose={(plan) => set({ plan })}
			/>
			<SelectField
				label={phrases.card}
				error={change.errorOf("card_lookup_id")}
				value={draft.card}
				choices={customer.cards.map((card) => ({ value: card.lookup_id, label: maskOf(card) }))}
				onChoose={(card) => set({ card })}
			/>
			<div class="form-row">
				<TextField
					label={phrases.startDate}
					hint={phrases.startHint(formats.timeZone)}
					type="date"
					error={change.errorOf("start_date")}
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
				error={change.errorOf("amount")}
				value={draft.amount}
				onText={(amount) => set({ amount })}
			/>
			<TextField
				label={phrases.description}
				hint={phrases.descriptionHint}
				isOptional
				autocomplete="off"
				maxLength={255}
				error={change.errorOf("description")}
				value={draft.description}
				onText={(description) => set({ description })}
			/>
		</ChangeForm>
	);
}
