import { priceOf } from "../plans/plan-words.ts";
import { type App, useApp } from "../shell/app.ts";
import { currentQuery, hrefOf } from "../shell/router.ts";
import { payerName } from "../transactions/transaction-words.ts";
import { Breakable } from "../ui/breakable.tsx";
import { Empty, Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { PageHead } from "../ui/page-head.tsx";
import { type Column, DataTable } from "../ui/tables/data-table.tsx";
import { FilterBar } from "../ui/tables/filter-bar.tsx";
import { TextFilter } from "../ui/tables/filter-fields.tsx";
import { Pager } from "../ui/tables/pager.tsx";
import { SubscriptionStatusChip } from "./status-chip.tsx";
import type { Customer, Subscription } from "./subscription-words.ts";

const filterNames = ["email_address", "first_name", "last_name", "company"] as const;

interface Row {
	customer: Customer;
	subscription: Subscription;
}

/** Subscriptions by customer, newest customer first. */
export function SubscriptionsPage() {
	const app = useApp();
	const { api, words } = app;
	const query = currentQuery.value;
	const list = useResource((signal) => {
		const withSubscription = new URLSearchParams([...query, ["with_subscription", "true"]]);
		return api.get("/customer-service/customer", { query: withSubscription, signal });
	}, query.toString());
	const phrases = words.subscriptions;
	return (
		<>
			<PageHead title={phrases.title} />
			<FilterBar names={filterNames}>
				<TextFilter name="email_address" label={words.customers.fields.email} type="email" />
				<TextFilter name="first_name" label={words.customers.fields.first_name} />
				<TextFilter name="last_name" label={words.customers.fields.last_name} />
				<TextFilter name="company" label={words.customers.fields.company} />
			</FilterBar>
			<section class="panel list-panel">
				<Loaded resource={list}>
					{({ entities, paging }) => (
						<>
							{entities.length === 0 ? (
								<NoSubscriptions isFiltered={filterNames.some((name) => query.has(name))} />
							) : (
								<DataTable
									caption={phrases.title}
									columns={columnsFor(app)}
									rows={rowsOf(entities)}
									keyOf={({ subscription }) => subscription.lookup_id}
								/>
							)}
							<Pager paging={paging} />
						</>
					)}
				</Loaded>
			</section>
		</>
	);
}

function rowsOf(customers: Customer[]): Row[] {
	return customers.flatMap((customer) => customer.subscriptions.map((subscription) => ({ customer, subscription })));
}

function columnsFor(app: App): Column<Row>[] {
	const { words, formats } = app;
	const { columns } = words.subscriptions;
	return [
		{
			key: "plan",
			head: columns.plan,
			isText: true,
			cell: ({ customer, subscription }) => (
				<a
					class="row-link"
					href={hrefOf("subscription", {
						customer_lookup_id: customer.lookup_id,
						subscription_lookup_id: subscription.lookup_id,
					})}
				>
					<Breakable text={subscription.name} />
				</a>
			),
		},
		{
			key: "customer",
			head: columns.customer,
			isText: true,
			inCard: "plain",
			cell: (row) => <Breakable text={payerName(row.customer)} />,
		},
		{
			key: "status",
			inCard: "plain",
			head: columns.status,
			cell: ({ subscription }) => <SubscriptionStatusChip subscription={subscription} />,
		},
		{
			key: "next",
			isTime: true,
			head: columns.next,
			cell: ({ subscription: { next_run: next } }) => (next === null ? "" : formats.moment(next)),
		},
		{
			key: "price",
			head: columns.price,
			isAmount: true,
			inCard: "end",
			cell: ({ subscription }) => priceOf(app, subscription),
		},
	];
}

function NoSubscriptions({ isFiltered }: { isFiltered: boolean }) {
	const { words } = useApp();
	const { none, noneHint, noneMatch } = words.subscriptions;
	return (
		<Empty title={isFiltered ? noneMatch : none}>
			{!isFiltered && (
				<>
					<p>{noneHint}</p>
					<p>
						<a href={hrefOf("customers", {})}>{words.customers.title}</a>
					</p>
				</>
			)}
		</Empty>
	);
}
