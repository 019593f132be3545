import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { createRequestKeys } from "../api/request-key.ts";
import { PageHead } from "../look/page-head.tsx";
import { useResource } from "../look/use-resource.ts";
import { useApp } from "../shell/app.ts";
import { currentQuery } from "../shell/router.ts";
import { BalancePanel } from "./balance-panel.tsx";
import { BankAccountPanel } from "./bank-account-panel.tsx";
import { DepositDialog } from "./deposit-dialog.tsx";
import { IncomingPanel } from "./incoming-panel.tsx";
import { AskDialog, SendDialog } from "./money-dialogs.tsx";
import { MovementsPanel } from "./movements-panel.tsx";
import { eftPath } from "./wallet-records.ts";

type Asked = "ask" | "send" | "deposit";

const newRequestKeys = () => createRequestKeys(() => crypto.randomUUID());

/** The wallet: what is in it, what came and went, and the ways to ask for money and to send it. */
export function WalletPage(): JSX.Element {
	const { api, words, may } = useApp();
	const [asked, setAsked] = useState<Asked>();
	const [news, setNews] = useState("");
	const [keyFor, setKeyFor] = useState(newRequestKeys);
	const query = currentQuery.value;
	const balance = useResource((signal) => api.read<Schemas["WalletBalance"]>(`${eftPath}/balance`, { signal }), "");
	const movements = useResource(
		(signal) => api.read<Schemas["EftTransactionList"]>(`${eftPath}/transaction`, { query, signal }),
		query.toString(),
	);
	const account = useResource(
		(signal) => api.read<Schemas["LinkedBankAccount"]>("/settings/bank-account", { signal }),
		"",
	);
	const phrases = words.wallet;
	const close = () => setAsked(undefined);

	function finish(sentence: string): void {
		close();
		setNews(sentence);
		// The next one is another request, even where it is made with the same words.
		setKeyFor(newRequestKeys);
		void balance.load();
		void movements.load();
	}

	return (
		<>
			<PageHead title={phrases.title}>
				{may("wallet.send") && (
					<>
						<button type="button" class="button-quiet" onClick={() => setAsked("deposit")}>
							{phrases.deposit.action}
						</button>
						<button type="button" class="button-quiet" onClick={() => setAsked("send")}>
							{phrases.send.action}
						</button>
					</>
				)}
				{may("wallet.request") && (
					<button type="button" class="button" onClick={() => setAsked("ask")}>
						{phrases.ask.action}
					</button>
				)}
			</PageHead>
			<p role="status" class={news === "" ? "visually-hidden" : "notice"} data-tone="success">
				{news}
			</p>
			<div class="columns">
				<BalancePanel balance={balance} />
				<BankAccountPanel account={account} />
			</div>
			<IncomingPanel />
			<MovementsPanel movements={movements} />
			{asked === "ask" && <AskDialog keyFor={keyFor} onClose={close} onDone={finish} />}
			{asked === "send" && <SendDialog keyFor={keyFor} onClose={close} onDone={finish} />}
			{asked === "deposit" && <DepositDialog account={account} keyFor={keyFor} onClose={close} onDone={finish} />}
		</>
	);
}
