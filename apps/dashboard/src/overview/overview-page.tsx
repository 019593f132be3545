import { useId } from "preact/hooks";
import { type PageName, pages } from "../addresses.ts";
import type { Schemas } from "../api/records.ts";
import { reasonText, timeLeft } from "../disputes/dispute-words.tsx";
import type { Words } from "../locale/words.ts";
import { useApp } from "../shell/app.ts";
import { currentQuery, hrefOf } from "../shell/router.ts";
import { TransactionTable } from "../transactions/transaction-table.tsx";
import { Loaded, useResource } from "../ui/loading/loaded.tsx";
import { PageHead, Panel, Warning } from "../ui/page.tsx";
import { Pairs } from "../ui/pairs.tsx";
import { DaysPanel } from "./days-panel.tsx";

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
	const all = <a href={hrefOf("transactions", {})}>{words.overview.all}</a>;
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
							<Panel title={words.overview.latest} action={all} isOpen>
								<div class="panel list-panel">
									<TransactionTable transactions={latest} />
								</div>
							</Panel>
						</>
					)
				}
			</Loaded>
		</>
	);
}

/** Amounts of two currencies make no sum: one is shown at a time, as the address says. */
function InOneCurrency({ overview }: { overview: Schemas["Overview"] }) {
	const { words } = useApp();
	const { currencies } = overview;
	const wanted = currentQuery.value.get("currency");
	const shown = currencies.find(({ currency }) => currency === wanted) ?? currencies[0];
	if (shown === undefined) return null;
	return (
		<>
			{currencies.length > 1 && (
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
			)}
			<div class="columns">
				<FiguresPanel title={words.overview.today} figures={shown.today} currency={shown.currency} />
				<FiguresPanel title={words.overview.month} figures={shown.last_30_days} currency={shown.currency} />
			</div>
			<DaysPanel key={shown.currency} days={shown.days} currency={shown.currency} />
		</>
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

function FiguresPanel({ title, figures, currency }: { title: string; figures: Schemas["Figures"]; currency: string }) {
	const { words, formats } = useApp();
	const titleId = useId();
	const money = (amount: number) => formats.money(amount, currency);
	const phrases = words.overview;
	const countAndMoney = (count: number, amount: number) => phrases.countAndMoney(formats.count(count), money(amount));
	return (
		<section class="panel figures-panel" aria-labelledby={titleId}>
			<h2 id={titleId}>{title}</h2>
			<p class="big-figure figures">{money(figures.approved_amount)}</p>
			<p class="muted">{phrases.approvedPayments(figures.approved_count, formats.count(figures.approved_count))}</p>
			<Pairs
				pairs={[
					[phrases.declined, countAndMoney(figures.declined_count, figures.declined_amount)],
					[phrases.refunded, countAndMoney(figures.refunded_count, figures.refunded_amount)],
				]}
			/>
		</section>
	);
}

const steps = {
	charge: "virtualTerminal",
	origin: "origins",
	credential: "credentials",
} as const satisfies Record<keyof Words["overview"]["firstSteps"]["steps"], PageName>;

function FirstSteps() {
	const { words, may } = useApp();
	const phrases = words.overview.firstSteps;
	const open = Object.entries(steps) as [keyof typeof steps, (typeof steps)[keyof typeof steps]][];
	return (
		<Panel title={phrases.title}>
			<ol class="plain-list">
				{open
					.filter(([, page]) => may(pages[page].permission))
					.map(([step, page]) => (
						<li key={step}>
							<a href={hrefOf(page, {})}>{phrases.steps[step].action}</a>
							<p class="muted">{phrases.steps[step].hint}</p>
						</li>
					))}
				<li>
					<a href="/docs">{phrases.docs.action}</a>
					<p class="muted">{phrases.docs.hint}</p>
				</li>
			</ol>
		</Panel>
	);
}

function OpenDisputes({ disputes }: { disputes: Schemas["Overview"]["open_disputes"] }) {
	const app = useApp();
	const { words, formats } = app;
	const phrases = words.disputes;
	return (
		<Panel
			title={phrases.openOnes}
			action={
				<a href={hrefOf("disputes", {}, { dispute_status: "open" })}>
					{phrases.allOpen(formats.count(disputes.count))}
				</a>
			}
		>
			<ul class="plain-list">
				{disputes.due_first.map((dispute) => (
					<li key={dispute.dispute_id}>
						<a href={hrefOf("dispute", { dispute_id: dispute.dispute_id })}>
							{phrases.named(formats.money(dispute.amount, dispute.currency))}
						</a>
						<p class="muted">
							{dispute.evidence_due_at !== null && <strong>{timeLeft(app, dispute.evidence_due_at)} · </strong>}
							{reasonText(words, dispute)}
						</p>
					</li>
				))}
			</ul>
		</Panel>
	);
}
