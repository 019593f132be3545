import { sentenceOf } from "../locale/problem-words.ts";
import { useApp } from "../shell/app.ts";
import { hrefOf, navigate } from "../shell/router.ts";
import { SubscriptionsPanel } from "../subscriptions/subscriptions-panel.tsx";
import { TransactionTable } from "../transactions/transaction-table.tsx";
import { payerName } from "../transactions/transaction-words.ts";
import { Button } from "../ui/button.tsx";
import { confirmDialog, useDialog } from "../ui/dialog.tsx";
import { useChange } from "../ui/forms/fields.tsx";
import { Loaded, type RecordProps, recordPage, useResource } from "../ui/loading/loaded.tsx";
import { PageHead, Panel } from "../ui/page.tsx";
import { DetailsPanel } from "../ui/pairs.tsx";
import { CardsPanel } from "./cards-panel.tsx";
import { CustomerDialog } from "./customer-dialog.tsx";
import { type Customer, customerFields } from "./customer-fields.ts";

export const CustomerPage = recordPage("/customer-service/customer/{customer_lookup_id}", "customers", CustomerDetails);

function CustomerDetails({ record: customer, resource }: RecordProps<Customer>) {
	const { words, may } = useApp();
	const { dialog, open, ends } = useDialog(resource.show);
	const phrases = words.customers;
	const names: Record<string, string> = phrases.languages;
	const shown = { ...customer, language: customer.language && names[customer.language] };
	return (
		<>
			<PageHead title={payerName(customer)} back="customers">
				{may("charge") && customer.cards.length > 0 && (
					<a class="button" href={hrefOf("virtualTerminal", {}, { customer: customer.lookup_id })}>
						{phrases.charge}
					</a>
				)}
				{may("customers.write") && (
					<Button label={phrases.change} onClick={() => open(<CustomerDialog customer={customer} {...ends} />)} />
				)}
			</PageHead>
			<div class="columns">
				<DetailsPanel
					pairs={customerFields.map((field) => [phrases.fields[field], shown[field]])}
					metadata={customer.metadata}
				/>
				<CardsPanel customer={customer} onChanged={resource.show} />
			</div>
			<SubscriptionsPanel customer={customer} onChanged={resource.show} />
			{may("transactions.read") && <PaymentsPanel customer={customer} />}
			{may("personal_data") && <PersonalDataPanel customer={customer} />}
			{dialog}
		</>
	);
}

const latestCount = "6";

function PaymentsPanel({ customer }: { customer: Customer }) {
	const { api, words, formats } = useApp();
	const id = customer.lookup_id;
	const payments = useResource(async (signal) => {
		const query = new URLSearchParams({ customer_lookup_id: id, limit: latestCount });
		const [list, totals] = await Promise.all([
			api.get("/transaction-service/transaction", { query, signal }),
			api.get("/customers/{customer_lookup_id}/totals", { path: { customer_lookup_id: id }, signal }),
		]);
		return { ...list, ...totals };
	}, id);
	const phrases = words.customers;
	return (
		<Panel
			title={phrases.payments}
			action={<a href={hrefOf("transactions", {}, { customer_lookup_id: id })}>{phrases.allPayments}</a>}
			isOpen
		>
			<Loaded resource={payments}>
				{({ entities, currencies }) => (
					<>
						{currencies.map(({ currency, paid_amount: paid, refunded_amount: refunded }) => (
							<p key={currency} class="figures">
								<strong>{phrases.totalPaid(formats.money(paid, currency))}</strong>
								{refunded > 0 && ` · ${phrases.totalRefunded(formats.money(refunded, currency))}`}
							</p>
						))}
						<div class="panel list-panel">
							{entities.length === 0 ? (
								<p class="muted list-note">{phrases.noPayments}</p>
							) : (
								<TransactionTable transactions={entities} />
							)}
						</div>
					</>
				)}
			</Loaded>
		</Panel>
	);
}

/** The gateway streams a file of any size. */
const exportTimeLimitMs = 600_000;

function PersonalDataPanel({ customer }: { customer: Customer }) {
	const { api, words } = useApp();
	const { dialog, open, close } = useDialog();
	const download = useChange();
	const phrases = words.customers;
	const path = { customer_lookup_id: customer.lookup_id };
	const state = download.state.value;
	const isLoading = state.kind === "sending";
	const read = () => api.get("/customers/{customer_lookup_id}/export", { path, timeLimitMs: exportTimeLimitMs });
	const erasure = confirmDialog(phrases.erase(payerName(customer)), phrases.eraseExplanation, {
		send: () => api.delete("/customers/{customer_lookup_id}", { path }),
		onClose: close,
		onDone: () => navigate(hrefOf("customers", {}), { replace: true }),
	});
	return (
		<Panel title={phrases.personalData}>
			<p class="muted">{phrases.personalDataHint}</p>
			<p class="field-error" role="alert">
				{state.kind === "failed" ? sentenceOf(words, state.problem) : ""}
			</p>
			<div class="form-actions">
				<button
					type="button"
					class="button-quiet"
					aria-disabled={isLoading}
					onClick={() => void download.run(read, (file) => save(file, `customer-${customer.lookup_id}.json`))}
				>
					{phrases.exportData}
				</button>
				<Button label={phrases.eraseData} onClick={() => open(erasure)} />
			</div>
			{dialog}
		</Panel>
	);
}

function save(document: unknown, name: string): void {
	const url = URL.createObjectURL(new Blob([JSON.stringify(document, null, "\t")], { type: "application/json" }));
	const link = Object.assign(window.document.createElement("a"), { href: url, download: name });
	link.click();
	URL.revokeObjectURL(url);
}
