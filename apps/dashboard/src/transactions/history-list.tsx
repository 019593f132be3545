import { useEffect, useRef } from "preact/hooks";
import type { PaymentHistory, TransactionRecord } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { Panel } from "../ui/page.tsx";
import { StatusChip, signedAmount } from "./status-chip.tsx";

export interface HistoryListProps {
	history: PaymentHistory;
	current: TransactionRecord;
	/** The transaction_id of a transaction that was just made; it takes the focus when it appears. */
	made: string | undefined;
}

export function HistoryList({ history, current, made }: HistoryListProps) {
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
