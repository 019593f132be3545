import { useState } from "preact/hooks";
import type { Api } from "../api/client.ts";
import type { CustomerList } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { currentQuery, hrefOf, navigate } from "../shell/router.ts";
import { payerName } from "../transactions/transaction-words.ts";
import { Breakable } from "../ui/breakable.tsx";
import { Empty, Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { PageHead } from "../ui/page-head.tsx";
import { type Column, DataTable } from "../ui/tables/data-table.tsx";
import { FilterBar } from "../ui/tables/filter-bar.tsx";
import { SelectFilter, TextFilter } from "../ui/tables/filter-fields.tsx";
import { Pager } from "../ui/tables/pager.tsx";
import { CustomerDialog } from "./customer-dialog.tsx";
import type { Customer } from "./customer-fields.ts";

const filterNames = ["email_address", "first_name", "last_name", "company", "with_subscription"] as const;

/** The filter that another page leads here with: those who subscribed to one plan. */
const planFilter = "plan_lookup_id";

/** The customers, newest first, as the address filters them. */
export function CustomersPage() {
	const { api, words, may } = useApp();
	const [isNewOpen, setNewOpen] = useState(false);
	const query = currentQuery.value;
	const list = useResource((signal) => listCustomers(api, query, signal), query.toString());
	const isFiltered = [planFilter, ...filterNames].some((name) => query.has(name));
	const phrases = words.customers;
	return (
		<>
			<PageHead
				title={query.has(planFilter) ? phrases.ofPlan : phrases.title}
				{...(query.has(planFilter) && { back: { href: hrefOf("plans", {}), label: words.plans.title } })}
			>
				{may("customers.write") && (
					<button type="button" class="button" onClick={() => setNewOpen(true)}>
						{phrases.create}
					</button>
				)}
			</PageHead>
			{!query.has(planFilter) && <CustomerFilters />}
			<section class="panel list-panel">
				<Loaded resource={list}>
					{({ entities, paging }) => (
						<>
							{entities.length === 0 ? <NoCustomers isFiltered={isFiltered} /> : <CustomerTable customers={entities} />}
							<Pager paging={paging} />
						</>
					)}
				</Loaded>
			</section>
			{isNewOpen && (
				<CustomerDialog
					onClose={() => setNewOpen(false)}
					onDone={({ lookup_id: id }) => navigate(hrefOf("customer", { customer_lookup_id: id }))}
				/>
			)}
		</>
	);
}

/** Lists the customers of the plan that the query names, or all. */
function listCustomers(api: Api, query: URLSearchParams, signal: AbortSignal): Promise<CustomerList> {
	const plan = query.get(planFilter);
	if (plan === null) return api.get("/customer-service/customer", { query, signal });
	const path = { plan_lookup_id: plan };
	return api.get("/customer-service/customer/plan/{plan_lookup_id}", { path, query: withoutPlan(query), signal });
}

function withoutPlan(query: URLSearchParams): URLSearchParams {
	return new URLSearchParams([...query].filter(([name]) => name !== planFilter));
}

function CustomerFilters() {
	const { customers, transactions } = useApp().words;
	return (
		<FilterBar names={filterNames}>
			<TextFilter name="email_address" label={customers.fields.email} />
			<TextFilter name="first_name" label={customers.fields.first_name} />
			<TextFilter name="last_name" label={customers.fields.last_name} />
			<TextFilter name="company" label={customers.fields.company} />
			<SelectFilter
				name="with_subscription"
				label={customers.subscriptions}
				any={transactions.filters.any}
				choices={{ true: customers.withSubscription, false: customers.withoutSubscription }}
			/>
		</FilterBar>
	);
}

function CustomerTable({ customers }: { customers: Customer[] }) {
	const app = useApp();
	return (
		<DataTable
			caption={app.words.customers.caption}
			columns={columnsFor(app)}
			rows={customers}
			keyOf={(customer) => customer.lookup_id}
		/>
	);
}

function columnsFor({ words, formats }: App): Column<Customer>[] {
	const { columns, fields, cards, subscriptions } = words.customers;
	return [
		{
			key: "name",
			head: columns.name,
			isText: true,
			cell: (customer) => (
				<a class="row-link" href={hrefOf("customer", { customer_lookup_id: customer.lookup_id })}>
					<Breakable text={payerName(customer)} />
				</a>
			),
		},
		{
			key: "email",
			head: fields.email,
			isText: true,
			inCard: "plain",
			cell: ({ email }) => <Breakable text={email} />,
		},
		{
			key: "company",
			head: fields.company,
			isText: true,
			inCard: "plain",
			cell: ({ company }) => <Breakable text={company ?? ""} />,
		},
		{ key: "cards", head: cards, isAmount: true, cell: (customer) => formats.count(customer.cards.length) },
		{
			key: "subscriptions",
			head: subscriptions,
			isAmount: true,
			cell: (customer) => formats.count(customer.subscriptions.length),
		},
	];
}

function NoCustomers({ isFiltered }: { isFiltered: boolean }) {
	const { none, noneHint, noneMatch, noneMatchHint } = useApp().words.customers;
	return (
		<Empty title={isFiltered ? noneMatch : none}>
			<p>{isFiltered ? noneMatchHint : noneHint}</p>
		</Empty>
	);
}
