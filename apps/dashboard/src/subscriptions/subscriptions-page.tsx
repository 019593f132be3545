import { priceOf } from "../plans/plan-words.ts";
import { type App, useApp } from "../shell/app.ts";
import { currentQuery, hrefOf } from "../shell/router.ts";
import { payerName } from "../transactions/transaction-words.ts";
import { Breakable } from "../ui/breakable.tsx";
import { useGet } from "../ui/loading/loaded.tsx";
import { PageHead } from "../ui/page.tsx";
import type { Filter } from "../ui/tables/filters.tsx";
import { type Column, column, RecordList, RowLink } from "../ui/tables/table.tsx";
import { type Customer, idsOf, type Subscription, SubscriptionStatusChip } from "./subscription-words.tsx";

interface Row {
	customer: Customer;
	subscription: Subscription;
}

export function SubscriptionsPage() {
	const app = useApp();
	const { customers, shell, subscriptions: phrases } = app.words;
	const query = new URLSearchParams([...currentQuery.value, ["with_subscription", "true"]]);
	const list = useGet("/customer-service/customer", { query });
	const filters: Filter[] = [
		{ name: "email_address", label: customers.fields.email, type: "email" },
		{ name: "first_name", label: customers.fields.first_name },
		{ name: "last_name", label: customers.fields.last_name },
		{ name: "company", label: customers.fields.company },
	];
	return (
		<>
			<PageHead title={shell.pages.subscriptions} />
			<RecordList
				resource={list}
				rowsOf={({ entities }) => rowsOf(entities)}
				phrases={{ ...phrases, caption: shell.pages.subscriptions }}
				filters={filters}
				begin={
					<p>
						<a href={hrefOf("customers", {})}>{shell.pages.customers}</a>
					</p>
				}
				columns={columnsFor(app)}
				keyOf={({ subscription }) => subscription.lookup_id}
			/>
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
		column(columns.plan, "text", ({ customer, subscription }) => (
			<RowLink href={hrefOf("subscription", idsOf(customer, subscription))} text={subscription.name} />
		)),
		column(columns.customer, "text plain", (row) => <Breakable text={payerName(row.customer)} />),
		column(columns.status, "plain", ({ subscription }) => <SubscriptionStatusChip subscription={subscription} />),
		column(columns.next, "moment", ({ subscription: { next_run: next } }) =>
			next === null ? "" : formats.moment(next),
		),
		column(columns.price, "amount end", (row) => priceOf(app, row.subscription)),
	];
}
