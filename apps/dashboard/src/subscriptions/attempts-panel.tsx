import { type App, useApp } from "../shell/app.ts";
import { currentQuery, hrefOf } from "../shell/router.ts";
import { statusLooks } from "../transactions/status-chip.tsx";
import { bankAnswer } from "../transactions/transaction-words.ts";
import { Chip } from "../ui/chip.tsx";
import { useResource } from "../ui/loading/loaded.tsx";
import { Panel } from "../ui/page.tsx";
import { type Column, column, RecordList } from "../ui/tables/table.tsx";
import { type Attempt, attemptsRoute, type Subscription } from "./subscription-words.tsx";

export function AttemptsPanel({ subscription }: { subscription: Subscription }) {
	const app = useApp();
	const query = currentQuery.value;
	// A change of the status may have charged: it is read again.
	const key = `${subscription.lookup_id} ${subscription.status} ${subscription.last_run} ${query}`;
	const path = { subscription_lookup_id: subscription.lookup_id };
	const list = useResource((signal) => app.api.get(attemptsRoute, { path, query, signal }), key);
	const phrases = app.words.subscriptions.attempts;
	return (
		<Panel title={phrases.title} isOpen>
			<RecordList
				resource={list}
				phrases={{ ...phrases, caption: phrases.title }}
				columns={columnsFor(app)}
				keyOf={({ period, attempt }) => `${period} ${attempt}`}
			/>
		</Panel>
	);
}

function Answer({ attempt }: { attempt: Attempt }) {
	const { words } = useApp();
	const { decline_code: code, retry } = attempt;
	return (
		<>
			<bdi>{bankAnswer(words, attempt) ?? ""}</bdi>
			{code !== null && (
				<p class="small muted">
					{retry !== null && `${words.transactions.retries[retry].name} · `}
					<code>{code}</code>
				</p>
			)}
		</>
	);
}

function columnsFor({ words, formats, may }: App): Column<Attempt>[] {
	const { attempts } = words.subscriptions;
	const { statuses } = words.transactions;
	return [
		column(words.transactions.columns.time, "moment", ({ attempted_at: time, transaction_id }) =>
			may("transactions.read") ? (
				<a class="row-link" href={hrefOf("transaction", { transaction_id })}>
					{formats.moment(time)}
				</a>
			) : (
				formats.moment(time)
			),
		),
		// The gateway counts periods from 0, people from 1.
		column(attempts.period, "plain", ({ period, attempt }) =>
			attempts.periodAndTry(formats.count(period + 1), formats.count(attempt)),
		),
		column(attempts.result, "plain", ({ transaction_result: result }) => (
			<Chip {...statusLooks[result]} label={statuses[result]} />
		)),
		column(attempts.message, "text plain", (attempt) => <Answer attempt={attempt} />),
		column(words.transactions.columns.amount, "amount end", ({ amount, currency }) => formats.money(amount, currency)),
	];
}
