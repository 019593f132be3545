import type { TransactionRecord } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { Breakable } from "../ui/breakable.tsx";
import { type Column, DataTable } from "../ui/tables/data-table.tsx";
import { signedAmount } from "./shown-status.ts";
import { StatusChip } from "./status-chip.tsx";
import { cardName, payerName } from "./transaction-words.ts";

/** Transactions as a list, each leading to its page. */
export function TransactionTable({ transactions }: { transactions: TransactionRecord[] }) {
	const app = useApp();
	return (
		<DataTable
			caption={app.words.transactions.caption}
			columns={columnsFor(app)}
			rows={transactions}
			keyOf={(transaction) => transaction.transaction_id}
		/>
	);
}

function columnsFor({ words, formats }: App): Column<TransactionRecord>[] {
	const { columns, types } = words.transactions;
	return [
		{
			key: "time",
			isTime: true,
			inCard: "plain",
			head: columns.time,
			cell: (transaction) => (
				<a class="row-link" href={hrefOf("transaction", { transaction_id: transaction.transaction_id })}>
					<time dateTime={new Date(transaction.transaction_time).toISOString()}>
						{formats.moment(transaction.transaction_time)}
					</time>
				</a>
			),
		},
		{ key: "type", head: columns.type, inCard: "title", cell: (transaction) => types[transaction.transaction_type] },
		{ key: "card", head: columns.card, inCard: "plain", cell: cardName },
		{
			key: "customer",
			inCard: "plain",
			head: columns.customer,
			isText: true,
			isShort: true,
			cell: (transaction) => <Breakable text={payerName(transaction)} />,
		},
		{
			key: "status",
			head: columns.status,
			inCard: "plain",
			cell: (transaction) => <StatusChip transaction={transaction} />,
		},
		{
			key: "amount",
			head: columns.amount,
			isAmount: true,
			inCard: "end",
			cell: (transaction) => formats.money(signedAmount(transaction), transaction.currency),
		},
	];
}
