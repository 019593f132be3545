import type { Schemas } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { Icon } from "../ui/icon.tsx";
import { Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { PageHead } from "../ui/page-head.tsx";
import { Pairs } from "../ui/pairs.tsx";
import { type Column, DataTable } from "../ui/tables/data-table.tsx";

type Settlement = Schemas["Settlement"];
type Item = Schemas["SettlementItem"];

/** One settlement with its items. */
export function SettlementPage({ settlement_id: id }: { settlement_id: string }) {
	const { api } = useApp();
	const resource = useResource(
		(signal) => api.get("/transaction-service/settlement/{settlement_id}", { path: { settlement_id: id }, signal }),
		id,
	);
	return (
		<Loaded resource={resource} parent="settlements">
			{(settlement) => <SettlementDetails settlement={settlement} />}
		</Loaded>
	);
}

function SettlementDetails({ settlement }: { settlement: Settlement }) {
	const app = useApp();
	const { api, words, formats, may } = app;
	const phrases = words.settlements;
	const { currency, items, item_count: count } = settlement;
	const money = (dollars: number) => formats.money(dollars, currency);
	return (
		<>
			<PageHead
				title={phrases.named(money(settlement.net_amount))}
				back={{ href: hrefOf("settlements", {}), label: phrases.title }}
			>
				{may("reports.export") && (
					<a
						class="button-quiet"
						href={`${api.root}/transaction-service/settlement/${settlement.settlement_id}.csv`}
						download
					>
						<Icon name="download" />
						{phrases.download}
					</a>
				)}
			</PageHead>
			<section class="panel section" aria-labelledby="details">
				<h2 id="details">{phrases.details}</h2>
				<Pairs
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
			</section>
			<h2 id="items">{phrases.items}</h2>
			{items.length < count && (
				<p class="muted small">{phrases.shownOf(formats.count(items.length), formats.count(count))}</p>
			)}
			<section class="panel list-panel" aria-labelledby="items">
				<DataTable
					caption={phrases.itemsCaption}
					columns={columnsFor(app, currency)}
					rows={items}
					keyOf={({ item_id: itemId }) => itemId}
				/>
			</section>
		</>
	);
}

function columnsFor({ words, formats }: App, currency: string): Column<Item>[] {
	const { itemColumns: columns, kinds } = words.settlements;
	return [
		{
			key: "kind",
			head: columns.kind,
			inCard: "title",
			cell: ({ kind, transaction_id: id }) =>
				id === null ? (
					kinds[kind]
				) : (
					<a class="row-link" href={hrefOf("transaction", { transaction_id: id })}>
						{kinds[kind]}
					</a>
				),
		},
		{ key: "time", head: columns.time, isTime: true, inCard: "plain", cell: ({ time }) => formats.moment(time) },
		{
			key: "fee",
			head: columns.fee,
			isAmount: true,
			cell: ({ fee_amount: fee }) => formats.money(fee, currency),
		},
		{
			key: "amount",
			head: columns.amount,
			isAmount: true,
			inCard: "end",
			cell: ({ amount }) => formats.money(amount, currency),
		},
	];
}
