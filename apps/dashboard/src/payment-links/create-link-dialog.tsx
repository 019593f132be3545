import { useState } from "preact/hooks";
import { priceOf } from "../plans/plan-words.ts";
import { useApp } from "../shell/app.ts";
import { OnceDialog } from "../ui/dialogs/once-dialog.tsx";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { SelectField, TextField } from "../ui/forms/field.tsx";
import type { Once } from "../ui/forms/once.model.ts";
import { useResource } from "../ui/loading/use-resource.ts";
import { emptyLinkForm, type LinkForm, linkRequestOf, offeredDays } from "./link-form.ts";
import type { PaymentLink } from "./link-words.ts";

export interface CreateLinkDialogProps {
	request: Once;
	onClose: () => void;
	onDone: (link: PaymentLink) => void;
}

/** The newest of the plans are offered. */
const offeredPlans = new URLSearchParams({ limit: "100" });

export function CreateLinkDialog({ request, onClose, onDone }: CreateLinkDialogProps) {
	const app = useApp();
	const { api, words, session, now } = app;
	const { currencies } = session.merchant;
	const [form, setForm] = useState(() => emptyLinkForm(currencies[0] ?? "CAD"));
	const phrases = words.paymentLinks;
	const plans = useResource((signal) => api.get("/plan-service/plan", { query: offeredPlans, signal }), "");
	const { value: loading } = plans.state;
	const offered = loading.kind === "ready" ? loading.value.plans : [];
	const isOnce = form.plan === "";
	const set = (changes: Partial<LinkForm>) => setForm({ ...form, ...changes });

	function create(): void {
		const body = linkRequestOf(form, now());
		void request.ask({
			what: form.description.trim(),
			send: (idempotencyKey) => api.post("/transaction-service/payment-link", { body, idempotencyKey }),
			onDone,
		});
	}

	return (
		<OnceDialog title={phrases.create} request={request} onClose={onClose}>
			<ChangeForm change={request} action={phrases.create} onSubmit={create} onCancel={onClose}>
				{isOnce && (
					<div class="form-row">
						<TextField
							label={phrases.amount}
							inputMode="decimal"
							autocomplete="off"
							required
							error={request.errorOf("amount")}
							value={form.amount}
							onText={(amount) => set({ amount })}
						/>
						{currencies.length > 1 && (
							<SelectField
								label={phrases.currency}
								error={request.errorOf("currency")}
								value={form.currency}
								choices={currencies.map((code) => ({ value: code, label: code }))}
								onChoose={(currency) => set({ currency })}
							/>
						)}
					</div>
				)}
				<SelectField
					label={phrases.plan}
					error={request.errorOf("plan_lookup_id")}
					value={form.plan}
					choices={[
						{ value: "", label: phrases.once },
						...offered.map((plan) => ({ value: plan.lookup_id, label: `${plan.name}: ${priceOf(app, plan)}` })),
					]}
					onChoose={(plan) => set({ plan })}
				/>
				<TextField
					label={phrases.columns.description}
					hint={phrases.descriptionHint}
					maxLength={255}
					autocomplete="off"
					required
					error={request.errorOf("description")}
					value={form.description}
					onText={(description) => set({ description })}
				/>
				<div class="form-row">
					{isOnce && (
						<TextField
							label={phrases.invoice}
							isOptional
							maxLength={255}
							autocomplete="off"
							error={request.errorOf("invoice_id")}
							value={form.invoiceId}
							onText={(invoiceId) => set({ invoiceId })}
						/>
					)}
					<TextField
						label={phrases.email}
						hint={phrases.emailHint}
						isOptional
						type="email"
						maxLength={255}
						autocomplete="off"
						error={request.errorOf("email")}
						value={form.email}
						onText={(email) => set({ email })}
					/>
				</div>
				<div class="form-row">
					<SelectField
						label={phrases.language}
						error={request.errorOf("language")}
						value={form.language}
						choices={choicesOf(phrases.languages)}
						onChoose={(language) => set({ language: language as LinkForm["language"] })}
					/>
					<SelectField
						label={phrases.expiry}
						error={request.errorOf("expires_at")}
						value={String(form.days)}
						choices={offeredDays.map((days) => ({ value: String(days), label: phrases.expiryIn(days) }))}
						onChoose={(days) => set({ days: Number(days) })}
					/>
				</div>
				{isOnce && (
					<div class="form-row">
						<SelectField
							label={phrases.operation}
							error={request.errorOf("operation")}
							value={form.operation}
							choices={choicesOf(phrases.operations)}
							onChoose={(operation) => set({ operation: operation as LinkForm["operation"] })}
						/>
						<SelectField
							label={phrases.method}
							error={request.errorOf("methods")}
							value={form.methods}
							choices={choicesOf(phrases.methods)}
							onChoose={(methods) => set({ methods: methods as LinkForm["methods"] })}
						/>
					</div>
				)}
			</ChangeForm>
		</OnceDialog>
	);
}

function choicesOf(labels: Record<string, string>): { value: string; label: string }[] {
	return Object.entries(labels).map(([value, label]) => ({ value, label }));
}
