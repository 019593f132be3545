import { offeredPlans, planChoices } from "../plans/plan-words.ts";
import { useApp } from "../shell/app.ts";
import { type DialogEnds, FormDialog } from "../ui/dialog.tsx";
import type { Change } from "../ui/forms/change.model.ts";
import { choicesOf, MoneyField, SelectField, TextField, useForm } from "../ui/forms/fields.tsx";
import { useGet } from "../ui/loading/loaded.tsx";
import { emptyLinkForm, linkRequestOf, offeredDays } from "./link-form.ts";
import type { PaymentLink } from "./link-words.tsx";

export function CreateLinkDialog({ change, onClose, onDone }: DialogEnds<PaymentLink> & { change: Change }) {
	const app = useApp();
	const { api, words, session, now } = app;
	const { currencies } = session.merchant;
	const { values, field } = useForm(() => emptyLinkForm(currencies[0] ?? "CAD"), change);
	const phrases = words.paymentLinks;
	const { value: plans } = useGet("/plan-service/plan", offeredPlans).state;
	const offered = plans.kind === "ready" ? plans.value.plans : [];
	const isOnce = values.plan_lookup_id === "";

	function create(): void {
		const body = linkRequestOf(values, now());
		void change.ask({
			what: values.description.trim(),
			send: (idempotencyKey) => api.post("/transaction-service/payment-link", { body, idempotencyKey }),
			onDone,
		});
	}

	return (
		<FormDialog title={phrases.create} change={change} onSubmit={create} onClose={onClose}>
			{isOnce && (
				<div class="form-row">
					<MoneyField {...field("amount")} label={phrases.columns.amount} required />
					{currencies.length > 1 && (
						<SelectField
							{...field("currency")}
							label={words.transactions.filters.currency}
							choices={currencies.map((code) => [code, code])}
						/>
					)}
				</div>
			)}
			<SelectField
				{...field("plan_lookup_id")}
				label={phrases.plan}
				choices={[["", phrases.once], ...planChoices(app, offered)]}
			/>
			<TextField
				{...field("description")}
				label={phrases.columns.description}
				hint={phrases.descriptionHint}
				required
			/>
			<div class="form-row">
				{isOnce && <TextField {...field("invoice_id")} label={words.transactions.filters.invoice} isOptional />}
				<TextField {...field("email")} label={phrases.email} hint={phrases.emailHint} isOptional type="email" />
			</div>
			<div class="form-row">
				<SelectField {...field("language")} label={phrases.language} choices={choicesOf(phrases.languages)} />
				<SelectField
					{...field("expires_at")}
					label={phrases.expiry}
					choices={offeredDays.map((days) => [String(days), phrases.expiryIn(days)])}
				/>
			</div>
			{isOnce && (
				<div class="form-row">
					<SelectField {...field("operation")} label={phrases.operation} choices={choicesOf(phrases.operations)} />
					<SelectField {...field("methods")} label={phrases.method} choices={choicesOf(phrases.methods)} />
				</div>
			)}
		</FormDialog>
	);
}
