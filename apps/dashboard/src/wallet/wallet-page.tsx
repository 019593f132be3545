import { useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { currentQuery } from "../shell/router.ts";
import { Button } from "../ui/button.tsx";
import type { Change } from "../ui/forms/change.model.ts";
import { useChange } from "../ui/forms/fields.tsx";
import { useGet } from "../ui/loading/loaded.tsx";
import { PageHead } from "../ui/page.tsx";
import { ApprovalsPanel } from "./approvals-panel.tsx";
import { BalancePanel } from "./balance-panel.tsx";
import { BankAccountPanel } from "./bank-account-panel.tsx";
import { IncomingPanel } from "./incoming-panel.tsx";
import { LimitsPanel } from "./limits-panel.tsx";
import { AskDialog, DepositDialog, SendDialog } from "./money-dialogs.tsx";
import { MovementsPanel } from "./movements-panel.tsx";

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
