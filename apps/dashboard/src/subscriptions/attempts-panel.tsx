import { type App, useApp } from "../shell/app.ts";
import { currentQuery, hrefOf } from "../shell/router.ts";
import { bankAnswer } from "../transactions/transaction-words.ts";
import { Chip } from "../ui/chip.tsx";
import { Empty, Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { type Column, DataTable } from "../ui/tables/data-table.tsx";
import { Pager } from "../ui/tables/pager.tsx";
import { type Attempt, attemptsRoute, type Subscription } from "./subscription-words.ts";

/** Every try to charge a subscription, newest first. */
export function AttemptsPanel({ subscription }: { subscription: Subscription }) {
	const app = useApp();
	const query = currentQuery.value;
	// A change of the status may have charged: it is read again.
	const key = `${subscription.lookup_id} ${subscription.status} ${subscription.last_run} ${query}`;
	const list = useResource(
		(signal) => app.api.get(attemptsRoute, { path: { subscription_lookup_id: subscription.lookup_id }, query, signal }),
		key,
	);
	const phrases = app.words.subscriptions.attempts;
	return (
		<section class="section" aria-labelledby="attempts">
			<h2 id="attempts">{phrases.title}</h2>
			<div class="panel list-panel">
				<Loaded resource={list}>
					{({ entities, paging }) => (
						<>
							{entities.length === 0 ? (
								<Empty title={phrases.none}>
									<p>{phrases.noneHint}</p>
								</Empty>
							) : (
								<DataTable
									caption={phrases.title}
									columns={columnsFor(app)}
									rows={entities}
									keyOf={({ period, attempt }) => `${period} ${attempt}`}
								/>
							)}
							<Pager paging={paging} />
						</>
					)}
				</Loaded>
			</div>
		</section>
	);
}

const looks = {
	APPROVED: { tone: "success", icon: "check" },
	DECLINED: { tone: "danger", icon: "cross" },
	PENDING: { tone: "warning", icon: "clock" },
} as const;

/** The bank's answer; of a decline also its code, and whether the card may be tried again. */
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
		{
			key: "time",
			isTime: true,
			head: attempts.time,
			cell: ({ attempted_at: time, transaction_id: id }) =>
				may("transactions.read") ? (
					<a class="row-link" href={hrefOf("transaction", { transaction_id: id })}>
						{formats.moment(time)}
					</a>
				) : (
					formats.moment(time)
				),
		},
		{
			key: "period",
			inCard: "plain",
			head: attempts.period,
			// The gateway counts periods from 0, people from 1.
			cell: ({ period, attempt }) => attempts.periodAndTry(formats.count(period + 1), formats.count(attempt)),
		},
		{
			key: "result",
			inCard: "plain",
			head: attempts.result,
			cell: ({ transaction_result: result }) => <Chip {...looks[result]} label={statuses[result]} />,
		},
		{
			key: "message",
			inCard: "plain",
			head: attempts.message,
			isText: true,
			cell: (attempt) => <Answer attempt={attempt} />,
		},
		{
			key: "amount",
			head: attempts.amount,
			isAmount: true,
			inCard: "end",
			cell: ({ amount, currency }) => formats.money(amount, currency),
		},
	];
}
