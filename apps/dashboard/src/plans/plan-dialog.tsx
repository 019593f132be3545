import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { amountToSend, centsOf, decimalOf } from "../transactions/amount.ts";
import { Dialog } from "../ui/dialogs/dialog.tsx";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { CheckField, SelectField, TextField } from "../ui/forms/field.tsx";
import { useChange } from "../ui/forms/use-change.ts";
import { daysToSend, type Frequency, feeToSend, frequencies, type Plan } from "./plan-words.ts";

export interface PlanDialogProps {
	/** The plan to be changed; a new one without. */
	plan?: Plan;
	onClose: () => void;
	onDone: () => void;
}

/** As it is typed. */
interface PlanDraft {
	name: string;
	amount: string;
	currency: string;
	frequency: Frequency;
	payments: string;
	sendsReceipt: boolean;
	quantity: string;
	trialDays: string;
	setupFee: string;
}

export function PlanDialog({ plan, onClose, onDone }: PlanDialogProps) {
	const { api, words, session } = useApp();
	const [draft, setDraft] = useState(() => draftOf(plan, session.merchant.currencies[0] ?? "CAD"));
	const change = useChange();
	const phrases = words.plans;
	const title = plan === undefined ? phrases.create : phrases.changeNamed(plan.name);
	const set = (changes: Partial<PlanDraft>) => setDraft({ ...draft, ...changes });

	function save(): void {
		const body = requestOf(draft);
		const send = () =>
			plan === undefined
				? api.post("/plan-service/plan", { body })
				: api.put("/plan-service/plan/{plan_lookup_id}", { path: { plan_lookup_id: plan.lookup_id }, body });
		void change.run(send, onDone);
	}

	return (
		<Dialog title={title} onClose={onClose} isBusy={change.state.value.kind === "sending"}>
			<ChangeForm change={change} action={title} onSubmit={save} onCancel={onClose}>
				{plan !== undefined && <p>{phrases.changeExplanation}</p>}
				<TextField
					label={phrases.name}
					hint={phrases.nameHint}
					maxLength={255}
					autocomplete="off"
					required
					error={change.errorOf("name")}
					value={draft.name}
					onText={(name) => set({ name })}
				/>
				<div class="form-row">
					<TextField
						label={phrases.amount}
						inputMode="decimal"
						autocomplete="off"
						required
						error={change.errorOf("amount")}
						value={draft.amount}
						onText={(amount) => set({ amount })}
					/>
					<SelectField
						label={phrases.currency}
						error={change.errorOf("currency")}
						value={draft.currency}
						choices={currenciesFor(draft, session.merchant.currencies)}
						onChoose={(currency) => set({ currency })}
					/>
				</div>
				<div class="form-row">
					<SelectField
						label={phrases.frequency}
						error={change.errorOf("frequency")}
						value={draft.frequency}
						choices={frequencies.map((value) => ({ value, label: phrases.frequencies[value] }))}
						onChoose={(frequency) => set({ frequency: frequency as Frequency })}
					/>
					<TextField
						label={phrases.columns.payments}
						hint={phrases.paymentsHint}
						isOptional
						inputMode="numeric"
						autocomplete="off"
						error={change.errorOf("number_of_payments")}
						value={draft.payments}
						onText={(payments) => set({ payments })}
					/>
				</div>
				<div class="form-row">
					<TextField
						label={phrases.quantity}
						hint={phrases.quantityHint}
						inputMode="numeric"
						autocomplete="off"
						required
						error={change.errorOf("quantity")}
						value={draft.quantity}
						onText={(quantity) => set({ quantity })}
					/>
					<TextField
						label={phrases.trialDays}
						hint={phrases.trialHint}
						isOptional
						inputMode="numeric"
						autocomplete="off"
						error={change.errorOf("trial_days")}
						value={draft.trialDays}
						onText={(trialDays) => set({ trialDays })}
					/>
				</div>
				<TextField
					label={phrases.setupFee}
					hint={phrases.setupFeeHint}
					isOptional
					inputMode="decimal"
					autocomplete="off"
					error={change.errorOf("setup_fee")}
					value={draft.setupFee}
					onText={(setupFee) => set({ setupFee })}
				/>
				<CheckField
					label={phrases.sendsReceipt}
					isChecked={draft.sendsReceipt}
					onCheck={(sendsReceipt) => set({ sendsReceipt })}
				/>
			</ChangeForm>
		</Dialog>
	);
}

function draftOf(plan: Plan | undefined, currency: string): PlanDraft {
	if (plan === undefined) {
		const terms = { quantity: "1", trialDays: "", setupFee: "" };
		return { name: "", amount: "", currency, frequency: "MOTHLY", payments: "", sendsReceipt: false, ...terms };
	}
	return {
		name: plan.name,
		amount: decimalOf(centsOf(plan.amount)),
		currency: plan.currency,
		frequency: plan.frequency,
		payments: plan.number_of_payments === null ? "" : String(plan.number_of_payments),
		sendsReceipt: plan.send_receipt,
		quantity: String(plan.quantity),
		trialDays: plan.trial_days === 0 ? "" : String(plan.trial_days),
		setupFee: plan.setup_fee === 0 ? "" : decimalOf(centsOf(plan.setup_fee)),
	};
}

/** Sends the typed values: the gateway says what is wrong with them. It refuses 0, which stands for text that is no number. */
function requestOf(draft: PlanDraft): Schemas["PlanRequest"] {
	const { name, amount, currency, frequency, payments, sendsReceipt, quantity, trialDays, setupFee } = draft;
	return {
		quantity: Number(quantity) || 0,
		trial_days: daysToSend(trialDays),
		setup_fee: feeToSend(setupFee),
		name: name.trim(),
		amount: amountToSend(amount),
		currency,
		frequency,
		number_of_payments: payments.trim() === "" ? null : Number(payments) || 0,
		send_receipt: sendsReceipt,
	};
}

/** A plan may be in a currency that is no longer enabled. */
function currenciesFor({ currency }: PlanDraft, enabled: string[]): { value: string; label: string }[] {
	return [...new Set([...enabled, currency])].map((code) => ({ value: code, label: code }));
}
