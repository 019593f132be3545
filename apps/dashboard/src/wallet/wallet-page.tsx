import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { currentQuery } from "../shell/router.ts";
import { Button } from "../ui/button.tsx";
import type { Change } from "../ui/forms/change.model.ts";
import { useChange } from "../ui/forms/fields.tsx";
import { useGet } from "../ui/loading/loaded.tsx";
import type { Resource } from "../ui/loading/resource.ts";
import { PageHead } from "../ui/page.tsx";
import { ApprovalsPanel } from "./approvals-panel.tsx";
import { BalancePanel } from "./balance-panel.tsx";
import { BankAccountPanel } from "./bank-account-panel.tsx";
import { IncomingPanel } from "./incoming-panel.tsx";
import { LimitsPanel } from "./limits-panel.tsx";
import { AskDialog, DepositDialog, SendDialog } from "./money-dialogs.tsx";
import { MovementsPanel } from "./movements-panel.tsx";

/** The wallet: what is in it, what came and went, and the ways to request payments and to send money. */
export function WalletPage() {
	const [news, setNews] = useState("");
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

	return (
		<>
			<WalletHead account={account} onMoved={showMoved} />
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

type Operation = "ask" | "send" | "deposit";

interface WalletHeadProps {
	account: Resource<Schemas["LinkedBankAccount"]>;
	/** Called when money was asked for or moved, or may have been; with what to say about it. */
	onMoved: (sentence: string) => void;
}

/** The page's title and the wallet's actions, each with its dialog. */
function WalletHead({ account, onMoved }: WalletHeadProps) {
	const { words, may } = useApp();
	const { ask, send, deposit } = words.wallet;
	const [open, setOpen] = useState<Operation>();
	const changes: Record<Operation, Change> = { ask: useChange(), send: useChange(), deposit: useChange() };

	function begin(operation: Operation): void {
		changes[operation].reset();
		setOpen(operation);
	}

	function close(sentence = ""): void {
		// An unknown outcome may have moved the money too.
		if (sentence !== "" || (open && changes[open].state.peek().kind === "unknown")) onMoved(sentence);
		setOpen(undefined);
	}

	const dialog = { onClose: () => close(), onDone: close };
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
			{open === "ask" && <AskDialog {...dialog} change={changes.ask} />}
			{open === "send" && <SendDialog {...dialog} change={changes.send} />}
			{open === "deposit" && <DepositDialog {...dialog} change={changes.deposit} account={account} />}
		</>
	);
}
