import type { Schemas } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { currentQuery, hrefOf } from "../shell/router.ts";
import { Empty, Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { PageHead } from "../ui/page-head.tsx";
import { type Column, DataTable } from "../ui/tables/data-table.tsx";
import { FilterBar } from "../ui/tables/filter-bar.tsx";
import { TextFilter } from "../ui/tables/filter-fields.tsx";
import { Pager } from "../ui/tables/pager.tsx";

type SettlementRecord = Schemas["SettlementRecord"];

const filterNames = ["from_date", "to_date", "transaction_id"] as const;

/** The settlements of processors, newest first. */
export function SettlementsPage() {
	const app = useApp();
	const { settlements: phrases, transactions } = app.words;
	const query = currentQuery.value;
	const list = useResource(
		(signal) => app.api.get("/transaction-service/settlement", { query, signal }),
		query.toString(),
	);
	const isFiltered = filterNames.some((name) => query.get(name));
	return (
		<>
			<PageHead title={phrases.title} />
			<p class="muted small">{phrases.explanation}</p>
			<FilterBar names={filterNames}>
				<TextFilter name="from_date" label={transactions.filters.from} type="date" />
				<TextFilter name="to_date" label={transactions.filters.to} type="date" />
				<TextFilter name="transaction_id" label={transactions.filters.id} />
			</FilterBar>
			<section class="panel list-panel">
				<Loaded resource={list}>
					{({ entities, paging }) => (
						<>
							{entities.length === 0 ? (
								<Empty title={isFiltered ? phrases.noneMatch : phrases.none}>
									<p>{isFiltered ? phrases.noneMatchHint : phrases.noneHint}</p>
								</Empty>
							) : (
								<DataTable
									caption={phrases.caption}
									columns={columnsFor(app)}
									rows={entities}
									keyOf={({ settlement_id: id }) => id}
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

function columnsFor({ words, formats }: App): Column<SettlementRecord>[] {
	const { columns } = words.settlements;
	return [
		{
			key: "paid",
			head: columns.paid,
			isTime: true,
			inCard: "title",
			cell: ({ settlement_id, paid_at: paidAt }) => (
				<a class="row-link" href={hrefOf("settlement", { settlement_id })}>
					<time dateTime={new Date(paidAt).toISOString()}>{formats.moment(paidAt)}</time>
				</a>
			),
		},
		{ key: "processor", head: columns.processor, inCard: "plain", cell: ({ processor }) => processor },
		{ key: "items", head: columns.items, isAmount: true, cell: ({ item_count: count }) => formats.count(count) },
		{
			key: "amount",
			head: columns.amount,
			isAmount: true,
			cell: ({ amount, currency }) => formats.money(amount, currency),
		},
		{
			key: "fees",
			head: columns.fees,
			isAmount: true,
			cell: ({ fee_amount: fee, currency }) => formats.money(fee, currency),
		},
		{
			key: "net",
			head: columns.net,
			isAmount: true,
			inCard: "end",
			cell: ({ net_amount: net, currency }) => formats.money(net, currency),
		},
	];
}
