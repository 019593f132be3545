import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { amountToSend, centsOf, decimalOf } from "../transactions/amount.ts";
import { type DialogEnds, FormDialog } from "../ui/dialog.tsx";
import { CheckField, MoneyField, NumberField, SelectField, TextField, useForm } from "../ui/forms/fields.tsx";
import { daysToSend, type Frequency, feeToSend, type Plan } from "./plan-words.ts";

export function PlanDialog({ plan, onClose, onDone }: DialogEnds & { plan?: Plan }) {
	const { api, words, session } = useApp();
	const { currencies } = session.merchant;
	const { change, values, field } = useForm(() => draftOf(plan, currencies[0] ?? "CAD"));
	const phrases = words.plans;
	// A plan may be in a currency that is no longer enabled.
	const offered = new Set([...currencies, values.currency]);

	function save(): void {
		const body = requestOf(values);
		const send = () =>
			plan === undefined
				? api.post("/plan-service/plan", { body })
				: api.put("/plan-service/plan/{plan_lookup_id}", { path: { plan_lookup_id: plan.lookup_id }, body });
		void change.run(send, onDone);
	}

	return (
		<FormDialog
			title={plan === undefined ? phrases.create : phrases.changeNamed(plan.name)}
			change={change}
			onSubmit={save}
			onClose={onClose}
		>
			{plan !== undefined && <p>{phrases.changeExplanation}</p>}
			<TextField {...field("name", phrases.name, phrases.nameHint)} required />
			<div class="form-row">
				<MoneyField {...field("amount", words.transactions.columns.amount)} required />
				<SelectField {...field("currency", words.transactions.filters.currency)} choices={[...offered]} />
			</div>
			<div class="form-row">
				<SelectField {...field("frequency", phrases.frequency)} choices={phrases.frequencies} />
				<NumberField {...field("number_of_payments", phrases.columns.payments, phrases.paymentsHint)} isOptional />
			</div>
			<div class="form-row">
				<NumberField {...field("quantity", phrases.quantity, phrases.quantityHint)} required />
				<NumberField {...field("trial_days", phrases.trialDays, phrases.trialHint)} isOptional />
			</div>
			<MoneyField {...field("setup_fee", phrases.setupFee, phrases.setupFeeHint)} isOptional />
			<CheckField {...field("send_receipt", phrases.sendsReceipt)} />
		</FormDialog>
	);
}

function draftOf(plan: Plan | undefined, currency: string) {
	const fee = plan?.setup_fee || undefined;
	return {
		name: plan?.name ?? "",
		amount: plan === undefined ? "" : decimalOf(centsOf(plan.amount)),
		currency: plan?.currency ?? currency,
		frequency: plan?.frequency ?? ("MOTHLY" as Frequency),
		number_of_payments: String(plan?.number_of_payments ?? ""),
		send_receipt: plan?.send_receipt ?? false,
		quantity: String(plan?.quantity ?? 1),
		trial_days: String(plan?.trial_days || ""),
		setup_fee: fee === undefined ? "" : decimalOf(centsOf(fee)),
	};
}

/** Sends the typed values: the gateway says what is wrong with them. It refuses 0, which stands for text that is no number. */
function requestOf(draft: ReturnType<typeof draftOf>): Schemas["PlanRequest"] {
	const payments = draft.number_of_payments.trim();
	return {
		...draft,
		name: draft.name.trim(),
		amount: amountToSend(draft.amount),
		number_of_payments: payments === "" ? null : Number(payments) || 0,
		quantity: Number(draft.quantity) || 0,
		trial_days: daysToSend(draft.trial_days),
		setup_fee: feeToSend(draft.setup_fee),
	};
}
