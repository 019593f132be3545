import { type App, useApp } from "../shell/app.ts";
import { currentQuery, hrefOf } from "../shell/router.ts";
import { useGet } from "../ui/loading/loaded.tsx";
import { PageHead } from "../ui/page.tsx";
import { dayFilters, textFilters } from "../ui/tables/filters.tsx";
import { type Column, column, RecordList, RowMoment } from "../ui/tables/table.tsx";
import { type DisputeRecord, DisputeStatusChip, reasonText } from "./dispute-words.tsx";

export function DisputesPage() {
	const app = useApp();
	const { disputes: phrases } = app.words;
	const filters = [
		...dayFilters(app.words),
		{ name: "dispute_status", label: phrases.columns.status, choices: phrases.statuses },
		...textFilters(app.words, "transaction_id"),
	];
	const list = useGet("/transaction-service/dispute", { query: currentQuery.value });
	return (
		<>
			<PageHead title={app.words.shell.pages.disputes} />
			<p class="muted small">{phrases.explanation}</p>
			<RecordList resource={list} phrases={phrases} filters={filters} columns={columnsFor(app)} keyOf="dispute_id" />
		</>
	);
}

function columnsFor({ words, formats }: App): Column<DisputeRecord>[] {
	const { columns } = words.disputes;
	return [
		column(columns.opened, "moment title", ({ dispute_id, opened_at: at }) => (
			<RowMoment href={hrefOf("dispute", { dispute_id })} at={at} />
		)),
		column(columns.status, "plain", ({ status }) => <DisputeStatusChip status={status} />),
		column(columns.due, "moment", ({ status, evidence_due_at: dueAt }) =>
			status === "open" && dueAt !== null ? formats.moment(dueAt) : "—",
		),
		column(columns.reason, "text", (dispute) => reasonText(words, dispute)),
		column(columns.amount, "amount end", ({ amount, currency }) => formats.money(amount, currency)),
	];
}
