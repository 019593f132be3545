import type { Schemas } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { type RecordProps, recordPage } from "../ui/loading/loaded.tsx";
import { Download, PageHead } from "../ui/page.tsx";
import { DetailsPanel } from "../ui/pairs.tsx";
import { type Column, column, DataTable } from "../ui/tables/table.tsx";

export const SettlementPage = recordPage(
	"/transaction-service/settlement/{settlement_id}",
	"settlements",
	SettlementDetails,
);

function SettlementDetails({ record: settlement }: RecordProps<Schemas["Settlement"]>) {
	const app = useApp();
	const { words, formats, may } = app;
	const phrases = words.settlements;
	const { currency, items, item_count: count } = settlement;
	const money = (dollars: number) => formats.money(dollars, currency);
	return (
		<>
			<PageHead title={phrases.named(money(settlement.net_amount))} back="settlements">
				{may("reports.export") && (
					<Download path={`/transaction-service/settlement/${settlement.settlement_id}.csv`} label={phrases.download} />
				)}
			</PageHead>
			<DetailsPanel
				pairs={[
					[phrases.columns.paid, formats.moment(settlement.paid_at)],
					[phrases.columns.amount, money(settlement.amount)],
					[phrases.columns.fees, money(settlement.fee_amount)],
					[phrases.columns.net, money(settlement.net_amount)],
					[phrases.columns.processor, settlement.processor],
					[phrases.processorId, settlement.processor_settlement_id],
					[phrases.id, settlement.settlement_id],
				]}
			/>
			<h2 id="items">{phrases.columns.items}</h2>
			{items.length < count && (
				<p class="muted small">{phrases.shownOf(formats.count(items.length), formats.count(count))}</p>
			)}
			<section class="panel list-panel" aria-labelledby="items">
				<DataTable caption={phrases.itemsCaption} columns={columnsFor(app, currency)} rows={items} keyOf="item_id" />
			</section>
		</>
	);
}

function columnsFor({ words, formats }: App, currency: string): Column<Schemas["SettlementItem"]>[] {
	const { itemColumns: columns, kinds } = words.settlements;
	return [
		column(columns.kind, "title", ({ kind, transaction_id }) =>
			transaction_id === null ? (
				kinds[kind]
			) : (
				<a class="row-link" href={hrefOf("transaction", { transaction_id })}>
					{kinds[kind]}
				</a>
			),
		),
		column(columns.time, "moment plain", ({ time }) => formats.moment(time)),
		column(columns.fee, "amount", ({ fee_amount: fee }) => formats.money(fee, currency)),
		column(columns.amount, "amount end", ({ amount }) => formats.money(amount, currency)),
	];
}
