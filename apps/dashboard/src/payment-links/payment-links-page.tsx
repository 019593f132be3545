import { offeredPlans, planChoices } from "../plans/plan-words.ts";
import { type App, useApp } from "../shell/app.ts";
import { currentQuery, hrefOf, navigate } from "../shell/router.ts";
import { Button } from "../ui/button.tsx";
import { type DialogEnds, FormDialog, useDialog } from "../ui/dialog.tsx";
import type { Change } from "../ui/forms/change.model.ts";
import { MoneyField, SelectField, TextField, useChange, useForm } from "../ui/forms/fields.tsx";
import { useGet } from "../ui/loading/loaded.tsx";
import { PageHead } from "../ui/page.tsx";
import { type Column, column, RecordList, RowLink } from "../ui/tables/table.tsx";
import { emptyLinkForm, linkRequestOf, offeredDays } from "./link-form.ts";
import { LinkStatusChip, type PaymentLink, paidAt } from "./link-words.tsx";

export function PaymentLinksPage() {
	const app = useApp();
	const { words, may } = app;
	const phrases = words.paymentLinks;
	const { dialog, open, close } = useDialog();
	const change = useChange();
	const list = useGet("/transaction-service/payment-link", { query: currentQuery.value });
	const filters = [
		{ name: "status", label: phrases.columns.status, choices: phrases.statuses },
		{ name: "invoice_id", label: words.transactions.filters.invoice_id },
	];
	const form = (
		<CreateLinkDialog
			change={change}
			onClose={() => {
				close();
				change.reset();
			}}
			onDone={({ lookup_id: id }) => navigate(hrefOf("paymentLink", { link_lookup_id: id }))}
		/>
	);
	const create = (isPrimary: boolean) =>
		may("charge") && <Button label={phrases.create} isPrimary={isPrimary} onClick={() => open(form)} />;

	return (
		<>
			<PageHead title={words.shell.pages.paymentLinks}>{create(true)}</PageHead>
			<p class="muted small">{phrases.explanation}</p>
			<RecordList
				resource={list}
				phrases={phrases}
				filters={filters}
				begin={create(false)}
				columns={columnsFor(app)}
				keyOf="lookup_id"
			/>
			{dialog}
		</>
	);
}

function columnsFor({ words, formats }: App): Column<PaymentLink>[] {
	const { columns } = words.paymentLinks;
	const momentOr = (time: number | null | undefined) => (time ? formats.moment(time) : "—");
	return [
		column(columns.description, "text title", ({ lookup_id: id, description }) => (
			<RowLink href={hrefOf("paymentLink", { link_lookup_id: id })} text={description} />
		)),
		column(columns.status, "plain", (link) => <LinkStatusChip link={link} />),
		column(columns.created, "moment", ({ created_at: time }) => formats.moment(time)),
		column(columns.opened, "moment", ({ opened_at: time }) => momentOr(time)),
		column(columns.paid, "moment", (link) => momentOr(paidAt(link))),
		column(columns.amount, "amount end", ({ amount, currency }) => formats.money(amount, currency)),
	];
}

function CreateLinkDialog({ change, onClose, onDone }: DialogEnds<PaymentLink> & { change: Change }) {
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
					<MoneyField {...field("amount", phrases.columns.amount)} required />
					{currencies.length > 1 && (
						<SelectField {...field("currency", words.transactions.filters.currency)} choices={currencies} />
					)}
				</div>
			)}
			<SelectField
				{...field("plan_lookup_id", phrases.plan)}
				choices={[["", phrases.once], ...planChoices(app, offered)]}
			/>
			<TextField {...field("description", phrases.columns.description, phrases.descriptionHint)} required />
			<div class="form-row">
				{isOnce && <TextField {...field("invoice_id", words.transactions.filters.invoice_id)} isOptional />}
				<TextField {...field("email", phrases.email, phrases.emailHint)} isOptional type="email" />
			</div>
			<div class="form-row">
				<SelectField {...field("language", phrases.language)} choices={phrases.languages} />
				<SelectField
					{...field("expires_at", phrases.expiry)}
					choices={offeredDays.map((days) => [String(days), phrases.expiryIn(days)])}
				/>
			</div>
			{isOnce && (
				<div class="form-row">
					<SelectField {...field("operation", phrases.operation)} choices={phrases.operations} />
					<SelectField {...field("methods", phrases.method)} choices={phrases.methods} />
				</div>
			)}
		</FormDialog>
	);
}
