import { useState } from "preact/hooks";
import type { Api } from "../api/client.ts";
import { RequestProblem } from "../api/problem.ts";
import { type Plan, priceOf } from "../plans/plan-words.ts";
import { useApp } from "../shell/app.ts";
import { OnceDialog } from "../ui/dialogs/once-dialog.tsx";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { CheckField, SelectField, TextField } from "../ui/forms/field.tsx";
import type { Once } from "../ui/forms/once.model.ts";
import { Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { PaymentPreview, type Preview } from "./payment-lines.tsx";
import { type Customer, changePlanRoute, idsOf, type Subscription } from "./subscription-words.ts";

export interface ChangePlanDialogProps {
	customer: Customer;
	subscription: Subscription;
	/** Outlives the dialog: after a lost response no second change is requested. */
	request: Once;
	onClose: () => void;
	onDone: (changed: ChangedPlan) => void;
}

export interface ChangedPlan {
	customer: Customer;
	/** `false` if the payment was declined, or is not known yet. */
	isPaid: boolean;
}

/** The newest of the plans are offered. */
const offeredPlans = new URLSearchParams({ limit: "100" });

/** Another plan, now or at the renewal, with what is charged. */
export function ChangePlanDialog(props: ChangePlanDialogProps) {
	const { api, words } = useApp();
	const { subscription, request, onClose } = props;
	const plans = useResource((signal) => api.get("/plan-service/plan", { query: offeredPlans, signal }), "");
	const offeredIn = (all: Plan[]) => all.filter(({ currency }) => currency === subscription.currency);
	return (
		<OnceDialog title={words.subscriptions.changePlan.named(subscription.name)} request={request} onClose={onClose}>
			<Loaded resource={plans}>
				{({ plans: all }) =>
					offeredIn(all).length === 0 ? <p>{words.plans.noneHint}</p> : <Form {...props} plans={offeredIn(all)} />
				}
			</Loaded>
		</OnceDialog>
	);
}

type When = "now" | "renewal";

function Form({ customer, subscription, request, plans, onClose, onDone }: ChangePlanDialogProps & { plans: Plan[] }) {
	const app = useApp();
	const { api, words, formats } = app;
	const [draft, setDraft] = useState(() => ({
		plan: (plans.find(({ lookup_id }) => lookup_id !== subscription.plan_lookup_id) ?? plans[0])?.lookup_id ?? "",
		quantity: String(subscription.quantity),
		when: "renewal" as When,
		prorate: true,
	}));
	const set = (changes: Partial<typeof draft>) => setDraft({ ...draft, ...changes });
	const phrases = words.subscriptions.changePlan;
	const { plan: plan_lookup_id, when } = draft;
	const isNow = when === "now";
	const prorate = isNow && draft.prorate;

	function change(): void {
		const body = { plan_lookup_id, quantity: Number(draft.quantity) || 0, when, prorate };
		void request.ask({
			what: plans.find((plan) => plan.lookup_id === plan_lookup_id)?.name ?? "",
			send: (idempotencyKey) => changePlan(api, { customer, subscription, body, idempotencyKey }),
			onDone,
		});
	}

	function totalOf({ amount, at }: Preview): string {
		if (amount < 0) return phrases.refundedNow;
		return isNow || at === null ? phrases.chargedNow : phrases.chargedAt(formats.moment(at));
	}

	const query = new URLSearchParams({ plan_lookup_id, quantity: draft.quantity, when, prorate: String(prorate) });
	return (
		<ChangeForm change={request} action={phrases.short} onSubmit={change} onCancel={onClose}>
			<SelectField
				label={words.subscriptions.plan}
				error={request.errorOf("plan_lookup_id")}
				value={plan_lookup_id}
				choices={plans.map((plan) => ({ value: plan.lookup_id, label: `${plan.name}: ${priceOf(app, plan)}` }))}
				onChoose={(plan) => set({ plan })}
			/>
			<TextField
				label={words.plans.quantity}
				inputMode="numeric"
				autocomplete="off"
				required
				error={request.errorOf("quantity")}
				value={draft.quantity}
				onText={(quantity) => set({ quantity: quantity.trim() })}
			/>
			<SelectField
				label={phrases.when}
				hint={phrases.whenHints[when]}
				value={when}
				choices={(["renewal", "now"] as const).map((value) => ({ value, label: phrases.whens[value] }))}
				onChoose={(value) => set({ when: value as When })}
			/>
			{isNow && (
				<CheckField
					label={phrases.prorate}
					hint={phrases.prorateHint}
					isChecked={draft.prorate}
					onCheck={(isOn) => set({ prorate: isOn })}
				/>
			)}
			{/^[1-9][0-9]{0,3}$/.test(draft.quantity) && (
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
