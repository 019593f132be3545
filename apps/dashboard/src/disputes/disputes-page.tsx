import { type App, useApp } from "../shell/app.ts";
import { currentQuery, hrefOf } from "../shell/router.ts";
import { Empty, Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { PageHead } from "../ui/page-head.tsx";
import { type Column, DataTable } from "../ui/tables/data-table.tsx";
import { FilterBar } from "../ui/tables/filter-bar.tsx";
import { SelectFilter, TextFilter } from "../ui/tables/filter-fields.tsx";
import { Pager } from "../ui/tables/pager.tsx";
import { reasonText } from "./dispute-text.ts";
import { type DisputeRecord, DisputeStatusChip } from "./status-chip.tsx";

const filterNames = ["from_date", "to_date", "dispute_status", "transaction_id"] as const;

/** Charges that payers dispute, newest first. */
export function DisputesPage() {
	const app = useApp();
	const { disputes: phrases, transactions } = app.words;
	const { filters } = transactions;
	const query = currentQuery.value;
	const list = useResource(
		(signal) => app.api.get("/transaction-service/dispute", { query, signal }),
		query.toString(),
	);
	const isFiltered = filterNames.some((name) => query.get(name));
	return (
		<>
			<PageHead title={phrases.title} />
			<p class="muted small">{phrases.explanation}</p>
			<FilterBar names={filterNames}>
				<TextFilter name="from_date" label={filters.from} type="date" />
				<TextFilter name="to_date" label={filters.to} type="date" />
				<SelectFilter
					name="dispute_status"
					label={phrases.columns.status}
					any={filters.any}
					choices={phrases.statuses}
				/>
				<TextFilter name="transaction_id" label={filters.id} />
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
									keyOf={({ dispute_id: id }) => id}
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

function columnsFor({ words, formats }: App): Column<DisputeRecord>[] {
	const { columns } = words.disputes;
	return [
		{
			key: "opened",
			head: columns.opened,
			isTime: true,
			inCard: "title",
			cell: ({ dispute_id, opened_at: openedAt }) => (
				<a class="row-link" href={hrefOf("dispute", { dispute_id })}>
					<time dateTime={new Date(openedAt).toISOString()}>{formats.moment(openedAt)}</time>
				</a>
			),
		},
		{
			key: "status",
			head: columns.status,
			inCard: "plain",
			cell: ({ status }) => <DisputeStatusChip status={status} />,
		},
		{
			key: "due",
			head: columns.due,
			isTime: true,
			cell: ({ status, evidence_due_at: dueAt }) => (status === "open" && dueAt !== null ? formats.moment(dueAt) : "—"),
		},
		{ key: "reason", head: columns.reason, isText: true, cell: (dispute) => reasonText(words, dispute) },
		{
			key: "amount",
			head: columns.amount,
			isAmount: true,
			inCard: "end",
			cell: ({ amount, currency }) => formats.money(amount, currency),
		},
	];
}
