import type { Api } from "../api/client.ts";
import type { Schemas } from "../api/records.ts";
import type { Words } from "../locale/words.ts";
import { type App, useApp } from "../shell/app.ts";
import { currentQuery, hrefOf, navigate } from "../shell/router.ts";
import { payerName } from "../transactions/transaction-words.ts";
import { Breakable } from "../ui/breakable.tsx";
import { Button } from "../ui/button.tsx";
import { useDialog } from "../ui/dialog.tsx";
import { useResource } from "../ui/loading/loaded.tsx";
import { PageHead } from "../ui/page.tsx";
import type { Filter } from "../ui/tables/filters.tsx";
import { type Column, column, RecordList, RowLink } from "../ui/tables/table.tsx";
import { CustomerDialog } from "./customer-dialog.tsx";
import type { Customer } from "./customer-fields.ts";

/** The filter that another page leads here with: those who subscribed to one plan. */
const planFilter = "plan_lookup_id";

export function CustomersPage() {
	const app = useApp();
	const { api, words, may } = app;
	const { dialog, open, close } = useDialog();
	const query = currentQuery.value;
	const list = useResource((signal) => listCustomers(api, query, signal), query.toString());
	const filters = customerFilters(words);
	const phrases = words.customers;
	const isOfPlan = query.has(planFilter);
	const showCreated = ({ lookup_id: id }: Customer) => navigate(hrefOf("customer", { customer_lookup_id: id }));
	const create = () => open(<CustomerDialog onClose={close} onDone={showCreated} />);
	return (
		<>
			<PageHead title={isOfPlan ? phrases.ofPlan : words.shell.pages.customers} back={isOfPlan ? "plans" : undefined}>
				{may("customers.write") && <Button label={phrases.create} isPrimary onClick={create} />}
			</PageHead>
			<RecordList
				resource={list}
				phrases={phrases}
				filters={isOfPlan ? [] : filters}
				isPart={isOfPlan}
				columns={columnsFor(app)}
				keyOf="lookup_id"
			/>
			{dialog}
		</>
	);
}

function listCustomers(api: Api, query: URLSearchParams, signal: AbortSignal): Promise<Schemas["CustomerList"]> {
	const plan = query.get(planFilter);
	if (plan === null) return api.get("/customer-service/customer", { query, signal });
	const path = { plan_lookup_id: plan };
	return api.get("/customer-service/customer/plan/{plan_lookup_id}", { path, query: withoutPlan(query), signal });
}

function withoutPlan(query: URLSearchParams): URLSearchParams {
	return new URLSearchParams([...query].filter(([name]) => name !== planFilter));
}

function customerFilters({ customers, shell }: Words): Filter[] {
	const { fields, withSubscription, withoutSubscription } = customers;
	return [
		{ name: "email_address", label: fields.email },
		{ name: "first_name", label: fields.first_name },
		{ name: "last_name", label: fields.last_name },
		{ name: "company", label: fields.company },
		{
			name: "with_subscription",
			label: shell.pages.subscriptions,
			choices: { true: withSubscription, false: withoutSubscription },
		},
	];
}

function columnsFor({ words, formats }: App): Column<Customer>[] {
	const { columns, fields, cards } = words.customers;
	return [
		column(columns.name, "text", (customer) => (
			<RowLink href={hrefOf("customer", { customer_lookup_id: customer.lookup_id })} text={payerName(customer)} />
		)),
		column(fields.email, "text plain", ({ email }) => <Breakable text={email} />),
		column(fields.company, "text plain", ({ company }) => <Breakable text={company ?? ""} />),
		column(cards, "amount", (customer) => formats.count(customer.cards.length)),
		column(words.shell.pages.subscriptions, "amount", (customer) => formats.count(customer.subscriptions.length)),
	];
}
