import { useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { SubscriptionsPanel } from "../subscriptions/subscriptions-panel.tsx";
import { payerName } from "../transactions/transaction-words.ts";
import { Button } from "../ui/button.tsx";
import { useDialog } from "../ui/dialog.tsx";
import { Loaded, useGet } from "../ui/loading/loaded.tsx";
import type { Resource } from "../ui/loading/resource.ts";
import { PageHead, Panel } from "../ui/page.tsx";
import { MetadataSection, Pairs } from "../ui/pairs.tsx";
import { CardsPanel } from "./cards-panel.tsx";
import { CustomerDialog } from "./customer-dialog.tsx";
import { type Customer, customerFields } from "./customer-fields.ts";
import { PaymentsPanel } from "./payments-panel.tsx";
import { PersonalDataPanel } from "./personal-data-panel.tsx";

export function CustomerPage({ customer_lookup_id }: { customer_lookup_id: string }) {
	const customer = useGet("/customer-service/customer/{customer_lookup_id}", { path: { customer_lookup_id } });
	return (
		<Loaded resource={customer} parent="customers">
			{(value) => <CustomerDetails customer={value} resource={customer} />}
		</Loaded>
	);
}

function CustomerDetails({ customer, resource }: { customer: Customer; resource: Resource<Customer> }) {
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
				<Panel title={words.shared.details}>
					<Pairs pairs={customerFields.map((field) => [phrases.fields[field], shown[field]])} />
					<MetadataSection metadata={customer.metadata} />
				</Panel>
				<CardsPanel customer={customer} onChanged={resource.show} />
			</div>
			<SubscriptionsPanel customer={customer} onChanged={resource.show} />
			{may("transactions.read") && <PaymentsPanel customer={customer} />}
			{may("personal_data") && <PersonalDataPanel customer={customer} />}
			{dialog}
		</>
	);
}
