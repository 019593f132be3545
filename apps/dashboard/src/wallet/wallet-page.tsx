import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { currentQuery } from "../shell/router.ts";
import type { Once } from "../ui/forms/once.model.ts";
import { useOnce } from "../ui/forms/use-once.ts";
import type { Resource } from "../ui/loading/resource.ts";
import { useResource } from "../ui/loading/use-resource.ts";
import { PageHead } from "../ui/page-head.tsx";
import { ApprovalsPanel } from "./approvals-panel.tsx";
import { BalancePanel } from "./balance-panel.tsx";
import { BankAccountPanel } from "./bank-account-panel.tsx";
import { DepositDialog } from "./deposit-dialog.tsx";
import { IncomingPanel } from "./incoming-panel.tsx";
import { LimitsPanel } from "./limits-panel.tsx";
import { AskDialog, SendDialog } from "./money-dialogs.tsx";
import { MovementsPanel } from "./movements-panel.tsx";

/** The wallet: what is in it, what came and went, and the ways to request payments and to send money. */
export function WalletPage() {
	const { api } = useApp();
	const [news, setNews] = useState("");
	const query = currentQuery.value;
	const balance = useResource((signal) => api.get("/transaction-service-vt/eft/balance", { signal }), "");
	const movements = useResource(
		(signal) => api.get("/transaction-service-vt/eft/transaction", { query, signal }),
		query.toString(),
	);
	const account = useResource((signal) => api.get("/settings/bank-account", { signal }), "");
	const approvals = useResource((signal) => api.get("/wallet/approvals", { signal }), "");

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
	const [open, setOpen] = useState<Operation>();
	const requests: Record<Operation, Once> = { ask: useOnce(), send: useOnce(), deposit: useOnce() };

	function begin(operation: Operation): void {
		requests[operation].reset();
		setOpen(operation);
	}

	function close(sentence = ""): void {
		// An unknown outcome may have moved the money too.
		if (sentence !== "" || (open && requests[open].state.peek().kind === "unknown")) onMoved(sentence);
		setOpen(undefined);
	}

	const dialog = { onClose: () => close(), onDone: close };
	return (
		<>
			<WalletActions onBegin={begin} />
			{open === "ask" && <AskDialog {...dialog} request={requests.ask} />}
			{open === "send" && <SendDialog {...dialog} request={requests.send} />}
			{open === "deposit" && <DepositDialog {...dialog} request={requests.deposit} account={account} />}
		</>
	);
}

function WalletActions({ onBegin }: { onBegin: (operation: Operation) => void }) {
	const { words, may } = useApp();
	const phrases = words.wallet;
	return (
		<PageHead title={phrases.title}>
			{may("wallet.send") && (
				<>
					<button type="button" class="button-quiet" onClick={() => onBegin("deposit")}>
						{phrases.deposit.action}
					</button>
					<button type="button" class="button-quiet" onClick={() => onBegin("send")}>
						{phrases.send.action}
					</button>
				</>
			)}
			{may("wallet.request") && (
				<button type="button" class="button" onClick={() => onBegin("ask")}>
					{phrases.ask.action}
				</button>
			)}
		</PageHead>
	);
}
