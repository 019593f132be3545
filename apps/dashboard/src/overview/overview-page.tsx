import type { CurrencyOverview, Overview, TransactionRecord } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { currentQuery, hrefOf } from "../shell/router.ts";
import { TransactionTable } from "../transactions/transaction-table.tsx";
import { Loaded, useResource } from "../ui/loading/loaded.tsx";
import { PageHead, Panel, Warning } from "../ui/page.tsx";
import { DaysPanel } from "./days-panel.tsx";
import { FiguresPanel } from "./figures-panel.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { OpenDisputes } from "./open-disputes.tsx";

const latestCount = "8";

export function OverviewPage() {
	const { api, words } = useApp();
	const overview = useResource(async (signal) => {
		const query = new URLSearchParams({ limit: latestCount });
		const [figures, latest] = await Promise.all([
			api.get("/overview", { signal }),
			api.get("/transaction-service/transaction", { query, signal }),
		]);
		return { figures, latest: latest.entities };
	}, "");
	return (
		<>
			<PageHead title={words.shell.pages.overview} />
			<Loaded resource={overview} skeleton={<OverviewSkeleton />}>
				{({ figures, latest }) =>
					latest.length === 0 ? (
						<FirstSteps />
					) : (
						<>
							{figures.needs_attention_since !== null && (
								<NeedsAttention count={figures.needs_attention} since={figures.needs_attention_since} />
							)}
							{figures.open_disputes.count > 0 && <OpenDisputes disputes={figures.open_disputes} />}
							<InOneCurrency overview={figures} />
							<LatestTransactions transactions={latest} />
						</>
					)
				}
			</Loaded>
		</>
	);
}

/** Amounts of two currencies make no sum: one is shown at a time, as the address says. */
function InOneCurrency({ overview }: { overview: Overview }) {
	const { words } = useApp();
	const { currencies } = overview;
	const wanted = currentQuery.value.get("currency");
	const shown = currencies.find(({ currency }) => currency === wanted) ?? currencies[0];
	if (shown === undefined) return null;
	return (
		<>
			{currencies.length > 1 && <CurrencyChoice currencies={currencies} shown={shown} />}
			<div class="columns">
				<FiguresPanel title={words.overview.today} figures={shown.today} currency={shown.currency} />
				<FiguresPanel title={words.overview.month} figures={shown.last_30_days} currency={shown.currency} />
			</div>
			<DaysPanel key={shown.currency} days={shown.days} currency={shown.currency} />
		</>
	);
}

function CurrencyChoice({ currencies, shown }: { currencies: CurrencyOverview[]; shown: CurrencyOverview }) {
	const { words } = useApp();
	return (
		<nav class="segments" aria-label={words.transactions.filters.currency}>
			{currencies.map(({ currency }) => (
				<a
					key={currency}
					href={hrefOf("overview", {}, { currency })}
					{...(currency === shown.currency && { "aria-current": "true" as const })}
				>
					{currency}
				</a>
			))}
		</nav>
	);
}

function NeedsAttention({ count, since }: { count: number; since: number }) {
	const { words, formats } = useApp();
	const { needsAttention, seePending } = words.overview;
	return (
		<Warning>
			{needsAttention(count, formats.moment(since))}{" "}
			<a href={hrefOf("transactions", {}, { transaction_status: "PENDING" })}>{seePending}</a>
		</Warning>
	);
}

function LatestTransactions({ transactions }: { transactions: TransactionRecord[] }) {
	const { words } = useApp();
	return (
		<Panel title={words.overview.latest} action={<a href={hrefOf("transactions", {})}>{words.overview.all}</a>} isOpen>
			<div class="panel list-panel">
				<TransactionTable transactions={transactions} />
			</div>
		</Panel>
	);
}

function OverviewSkeleton() {
	return (
		<div class="section" aria-hidden="true">
			<div class="columns">
				<div class="skeleton skeleton-figures" />
				<div class="skeleton skeleton-figures" />
			</div>
			<div class="skeleton skeleton-plot" />
		</div>
	);
}
