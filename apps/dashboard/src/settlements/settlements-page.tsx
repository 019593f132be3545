import type { Schemas } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { currentQuery, hrefOf } from "../shell/router.ts";
import { useGet } from "../ui/loading/loaded.tsx";
import { PageHead } from "../ui/page.tsx";
import { dayFilters, textFilters } from "../ui/tables/filters.tsx";
import { type Column, column, RecordList, RowMoment } from "../ui/tables/table.tsx";

export function SettlementsPage() {
	const app = useApp();
	const { settlements: phrases } = app.words;
	const filters = [...dayFilters(app.words), ...textFilters(app.words, "transaction_id")];
	const list = useGet("/transaction-service/settlement", { query: currentQuery.value });
	return (
		<>
			<PageHead title={app.words.shell.pages.settlements} />
			<p class="muted small">{phrases.explanation}</p>
			<RecordList resource={list} phrases={phrases} filters={filters} columns={columnsFor(app)} keyOf="settlement_id" />
		</>
	);
}

function columnsFor({ words, formats }: App): Column<Schemas["SettlementRecord"]>[] {
	const { columns } = words.settlements;
	return [
		column(columns.paid, "moment title", ({ settlement_id, paid_at: at }) => (
			<RowMoment href={hrefOf("settlement", { settlement_id })} at={at} />
		)),
		column(columns.processor, "plain", ({ processor }) => processor),
		column(columns.items, "amount", ({ item_count: count }) => formats.count(count)),
		column(columns.amount, "amount", ({ amount, currency }) => formats.money(amount, currency)),
		column(columns.fees, "amount", ({ fee_amount: fee, currency }) => formats.money(fee, currency)),
		column(columns.net, "amount end", ({ net_amount: net, currency }) => formats.money(net, currency)),
	];
}
