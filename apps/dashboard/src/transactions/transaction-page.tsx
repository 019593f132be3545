import { useEffect, useRef, useState } from "preact/hooks";
import type { PaymentHistory, TransactionRecord } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { Button, SendButton, type SendButtonProps } from "../ui/button.tsx";
import { Loaded, type Resource, useGet, useResource } from "../ui/loading/loaded.tsx";
import { News, PageHead, Panel, Warning } from "../ui/page.tsx";
import { OperationDialog } from "./operation-dialog.tsx";
import { operationsOf, type PaymentOperation } from "./payment-operations.ts";
import { StatusChip, signedAmount } from "./status-chip.tsx";
import { TransactionDetails } from "./transaction-details.tsx";
import { cardName } from "./transaction-words.ts";

export function TransactionPage({ transaction_id: id }: { transaction_id: string }) {
	const history = useGet("/transactions/{transaction_id}/history", { path: { transaction_id: id } });
	return (
		<Loaded resource={history} parent="transactions">
			{(value) => <Payment id={id} history={value} resource={history} />}
		</Loaded>
	);
}

interface PaymentProps {
	id: string;
	history: PaymentHistory;
	resource: Resource<PaymentHistory>;
}

function Payment({ id, history, resource }: PaymentProps) {
	const { words, formats, may, now } = useApp();
	const { dateOf } = formats;
	const [asked, setAsked] = useState<PaymentOperation>();
	const [news, setNews] = useState("");
	const [made, setMade] = useState<string>();
	const phrases = words.transactions;

	function onDone(transaction: TransactionRecord): void {
		setAsked(undefined);
		setMade(transaction.transaction_id);
		const money = formats.money(transaction.amount, transaction.currency);
		setNews(phrases.done[transaction.transaction_type](money, cardName(transaction)));
		void resource.load();
	}

	function onClose(isOutcomeKnown: boolean): void {
		setAsked(undefined);
		if (!isOutcomeKnown) void resource.load();
	}

	// The address may hold either of a transaction's two ids.
	const record = history.transactions.find((one) => one.transaction_id === id || String(one.id) === id);
	if (record === undefined) throw new Error("The history of a payment lacks the transaction that it was asked for.");
	const title = `${phrases.types[record.transaction_type]} ${formats.money(record.amount, record.currency)}`;
	return (
		<>
			<PageHead status={<StatusChip transaction={record} />} title={title} back="transactions">
				{operationsOf(history, { may, today: dateOf(now()), dateOf }).map((operation) => (
					<Button
						key={`${operation.kind} ${operation.target.transaction_id}`}
						label={phrases.operations[operation.kind].short}
						isPrimary={operation.kind === "capture"}
						onClick={() => setAsked(operation)}
					/>
				))}
				<ReceiptButton transaction={record} onNews={setNews} />
			</PageHead>
			{history.needs_attention.includes(record.transaction_id) && <Warning>{phrases.needsAttention}</Warning>}
			<DeclineAdvice transaction={record} history={history} />
			<News text={news} />
			<div class="columns">
				<TransactionDetails transaction={record} history={history} />
				<HistoryList history={history} current={record} made={made} />
			</div>
			{may("settings.read") && (
				<p>
					<a href={hrefOf("developers", {}, { transaction_id: record.transaction_id })}>{phrases.requests}</a>
				</p>
			)}
			{record.transaction_success && <SettledPanel transaction={record} />}
			{asked && <OperationDialog operation={asked} onClose={onClose} onDone={onDone} />}
		</>
	);
}

function DeclineAdvice({ transaction, history }: { transaction: TransactionRecord; history: PaymentHistory }) {
	const { declineReasons, retries, silent } = useApp().words.transactions;
	const { transaction_id: id, transaction_type: type, decline_code: code } = transaction;
	const retry = history.declines.find((decline) => decline.transaction_id === id)?.retry;
	if (code === null || retry === undefined || (type !== "sale" && type !== "authorization")) return null;
	const { name, advice } = retries[retry];
	const isReported = code === "lost_card" || code === "stolen_card";
	return (
		<Warning>
			<strong>{declineReasons[code]}.</strong> {name}. {advice} {isReported && silent}
		</Warning>
	);
}

function ReceiptButton({ transaction, onNews }: Pick<SendButtonProps, "onNews"> & { transaction: TransactionRecord }) {
	const { api, words, may } = useApp();
	const { email, transaction_result: result, transaction_type: type, transaction_id: id, voided } = transaction;
	// A captured authorization is not held any more; voids and what was voided moved no money.
	const isHeldOrPaid = !voided && type !== "void" && !(type === "authorization" && transaction.captured);
	const hasReceipt = result === "APPROVED" && isHeldOrPaid && email !== null;
	if (!may("receipt.send") || !hasReceipt) return null;

	async function sendAgain(): Promise<string> {
		const sent = await api.post("/transactions/{transaction_id}/receipt", { path: { transaction_id: id } });
		return words.transactions.receiptSent(sent.email ?? "");
	}

	return <SendButton label={words.transactions.receiptAgain} send={sendAgain} onNews={onNews} />;
}

interface HistoryListProps {
	history: PaymentHistory;
	current: TransactionRecord;
	/** The transaction_id of a transaction that was just made; it takes the focus when it appears. */
	made: string | undefined;
}

function HistoryList({ history, current, made }: HistoryListProps) {
	const { words } = useApp();
	return (
		<Panel title={words.transactions.history}>
			<ol class="history">
				{history.transactions.map((transaction) => (
					<Step
						key={transaction.transaction_id}
						transaction={transaction}
						isCurrent={transaction.transaction_id === current.transaction_id}
						isNew={transaction.transaction_id === made}
					/>
				))}
			</ol>
		</Panel>
	);
}

interface StepProps {
	transaction: TransactionRecord;
	isCurrent: boolean;
	isNew: boolean;
}

function Step({ transaction, isCurrent, isNew }: StepProps) {
	const { words, formats } = useApp();
	const row = useRef<HTMLLIElement>(null);
	useEffect(() => {
		if (isNew) row.current?.querySelector("a")?.focus();
	}, [isNew]);
	const name = words.transactions.types[transaction.transaction_type];
	const href = hrefOf("transaction", { transaction_id: transaction.transaction_id });
	return (
		<li ref={row} aria-current={isCurrent ? "true" : undefined}>
			<p class="history-head">
				{isCurrent ? <strong>{name}</strong> : <a href={href}>{name}</a>}
				<span class="figures">{formats.money(signedAmount(transaction), transaction.currency)}</span>
			</p>
			<p class="history-head">
				<span class="small muted figures">{formats.moment(transaction.transaction_time)}</span>
				<StatusChip transaction={transaction} />
			</p>
		</li>
	);
}

function SettledPanel({ transaction }: { transaction: TransactionRecord }) {
	const { api, words, formats } = useApp();
	const id = transaction.transaction_id;
	const found = useResource(async (signal) => {
		const query = new URLSearchParams({ transaction_id: id });
		const [settlements, disputes] = await Promise.all([
			api.get("/transaction-service/settlement", { query, signal }),
			api.get("/transaction-service/dispute", { query, signal }),
		]);
		return { settlements: settlements.entities, disputes: disputes.entities };
	}, id);
	return (
		<Loaded resource={found} skeleton={1}>
			{({ settlements, disputes }) => (
				<>
					{disputes.length > 0 && (
						<Panel title={words.shell.pages.disputes}>
							{disputes.map(({ dispute_id, amount, currency, status }) => (
								<p key={dispute_id}>
									<a href={hrefOf("dispute", { dispute_id })}>
										{words.disputes.named(formats.money(amount, currency))}
									</a>{" "}
									<span class="muted">{words.disputes.statuses[status]}</span>
								</p>
							))}
						</Panel>
					)}
					{settlements.length > 0 && (
						<Panel title={words.shell.pages.settlements}>
							{settlements.map(({ settlement_id, paid_at: paidAt }) => (
								<p key={settlement_id}>
									<a href={hrefOf("settlement", { settlement_id })}>
										{words.settlements.settledOn(formats.moment(paidAt))}
									</a>
								</p>
							))}
						</Panel>
					)}
				</>
			)}
		</Loaded>
	);
}
