import type { JSX } from "preact";
import type { PaymentLife, TransactionRecord } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { StatusChip } from "./status-chip.tsx";

/** The transactions of a payment, oldest first. */
export function LifeList({ life, current }: { life: PaymentLife; current: TransactionRecord }): JSX.Element {
	const { words } = useApp();
	return (
		<section class="panel section" aria-labelledby="life">
			<h2 id="life">{words.transactions.life}</h2>
			<ol class="life">
				{life.transactions.map((transaction) => (
					<Step
						key={transaction.transaction_id}
						transaction={transaction}
						isCurrent={transaction.transaction_id === current.transaction_id}
					/>
				))}
			</ol>
		</section>
	);
}

function Step({ transaction, isCurrent }: { transaction: TransactionRecord; isCurrent: boolean }): JSX.Element {
	const { words, formats } = useApp();
	const name = words.transactions.types[transaction.transaction_type];
	const href = hrefOf("transaction", { transaction_id: transaction.transaction_id });
	return (
		<li aria-current={isCurrent ? "true" : undefined}>
			<p class="life-head">
				{isCurrent ? <strong>{name}</strong> : <a href={href}>{name}</a>}
				<span class="figures">{formats.money(transaction.amount, transaction.currency)}</span>
			</p>
			<p class="life-head">
				<span class="small muted figures">{formats.moment(transaction.transaction_time)}</span>
				<StatusChip transaction={transaction} />
			</p>
		</li>
	);
}
