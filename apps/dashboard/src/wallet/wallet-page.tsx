import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { currentQuery } from "../shell/router.ts";
import { Breakable } from "../ui/breakable.tsx";
import { Button } from "../ui/button.tsx";
import { Chip, type Look } from "../ui/chip.tsx";
import type { Change } from "../ui/forms/change.model.ts";
import { useChange } from "../ui/forms/fields.tsx";
import { Loaded, type Resource, useGet } from "../ui/loading/loaded.tsx";
import { PageHead, Panel } from "../ui/page.tsx";
import { Pairs } from "../ui/pairs.tsx";
import { type Column, column, RecordList } from "../ui/tables/table.tsx";
import { ApprovalsPanel } from "./approvals-panel.tsx";
import { BankAccountPanel } from "./bank-account-panel.tsx";
import { LimitsPanel } from "./limits-panel.tsx";
import { AskDialog, DepositDialog, SendDialog } from "./money-dialogs.tsx";
import { MovementsPanel } from "./movements-panel.tsx";
import type { IncomingRequest } from "./wallet-records.ts";

type Operation = "ask" | "send" | "deposit";

export function WalletPage() {
	const { words, may } = useApp();
	const { ask, send, deposit } = words.wallet;
	const [news, setNews] = useState("");
	const [opened, setOpened] = useState<Operation>();
	const changes: Record<Operation, Change> = { ask: useChange(), send: useChange(), deposit: useChange() };
	const balance = useGet("/transaction-service-vt/eft/balance");
	const movements = useGet("/transaction-service-vt/eft/transaction", { query: currentQuery.value });
	const account = useGet("/settings/bank-account");
	const approvals = useGet("/wallet/approvals");

	function showMoved(sentence: string): void {
		setNews(sentence);
		void balance.load();
		void movements.load();
		void approvals.load();
	}

	function begin(operation: Operation): void {
		changes[operation].reset();
		setOpened(operation);
	}

	function close(sentence = ""): void {
		// An unknown outcome may have moved the money too.
		if (sentence !== "" || (opened && changes[opened].state.peek().kind === "unknown")) showMoved(sentence);
		setOpened(undefined);
	}

	const ends = { onClose: () => close(), onDone: close };
	return (
		<>
			<PageHead title={words.shell.pages.wallet}>
				{may("wallet.send") && (
					<>
						<Button label={deposit.action} onClick={() => begin("deposit")} />
						<Button label={send.action} onClick={() => begin("send")} />
					</>
				)}
				{may("wallet.request") && <Button label={ask.action} isPrimary onClick={() => begin("ask")} />}
			</PageHead>
			{opened === "ask" && <AskDialog {...ends} change={changes.ask} />}
			{opened === "send" && <SendDialog {...ends} change={changes.send} />}
			{opened === "deposit" && <DepositDialog {...ends} change={changes.deposit} account={account} />}
			<p role="status" class={news === "" ? "visually-hidden" : "notice"} data-tone="success">
				{news}
			</p>
			<div class="columns">
				<BalancePanel balance={balance} />
				<BankAccountPanel account={account} />
			</div>
			<ApprovalsPanel approvals={approvals} onDecided={showMoved} />
			<IncomingPanel />
			<MovementsPanel movements={movements} />
			<LimitsPanel />
		</>
	);
}

function BalancePanel({ balance }: { balance: Resource<Schemas["WalletBalance"]> }) {
	const { words, formats } = useApp();
	const phrases = words.wallet.balance;
	const money = (dollars: number) => formats.money(dollars, "CAD");
	return (
		<Panel title={phrases.available}>
			<Loaded resource={balance} skeleton={4}>
				{(balances) => (
					<>
						<p class="big-figure figures">{money(balances.available_balance)}</p>
						<Pairs
							pairs={[
								[phrases.actual, money(balances.actual_balance)],
								[phrases.held, money(balances.held_balance)],
								[phrases.uncleared, money(balances.uncleared_balance)],
								[phrases.owed, balances.owed_balance > 0 && money(balances.owed_balance)],
							]}
						/>
					</>
				)}
			</Loaded>
		</Panel>
	);
}

/** Pending requests come first, so one page is enough. */
const onePage = new URLSearchParams({ limit: "100" });

function IncomingPanel() {
	const app = useApp();
	const phrases = app.words.wallet.incoming;
	const list = useGet("/transaction-service-vt/eft/incoming-requests", { query: onePage });
	return (
		<Panel title={phrases.title} isOpen>
			<RecordList
				resource={list}
				rowsOf={({ incoming_requests: requests }) => requests}
				phrases={phrases}
				columns={columnsFor(app)}
				keyOf="processor_transaction_id"
				skeleton={2}
			/>
		</Panel>
	);
}

function columnsFor({ words, formats, may }: App): Column<IncomingRequest>[] {
	const { columns, answer, answerNamed } = words.wallet.incoming;
	const answering: Column<IncomingRequest> = column(
		words.shared.actions,
		"plain",
		(request) =>
			request.status === "PENDING" && (
				// Another page of the gateway, where the decision is made: the browser goes there itself.
				<a
					class="button-quiet button-small"
					href={new URL(request.redirect_url).pathname}
					aria-label={answerNamed(formats.money(request.amount, "CAD"), request.merchant_name)}
				>
					{answer}
				</a>
			),
	);
	return [
		column(columns.date, "moment", ({ date }) => formats.moment(Date.parse(date))),
		column(columns.from, "text plain", (row) => <Breakable text={row.merchant_name} />),
		column(columns.for, "text plain", (row) => <Breakable text={row.description} />),
		column(columns.status, "plain", ({ status }) => <RequestChip status={status} />),
		column(columns.amount, "amount end", ({ amount }) => formats.money(amount, "CAD")),
		...(may("wallet.send") ? [answering] : []),
	];
}

const looks: Record<IncomingRequest["status"], Look> = {
	APPROVED: { tone: "success", icon: "check" },
	DECLINED: { tone: "danger", icon: "cross" },
	EXPIRED: { tone: "neutral", icon: "clock" },
	PENDING: { tone: "warning", icon: "clock" },
};

function RequestChip({ status }: Pick<IncomingRequest, "status">) {
	return <Chip {...looks[status]} label={useApp().words.wallet.incoming.statuses[status]} />;
}
