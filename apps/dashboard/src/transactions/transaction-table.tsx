import type { TransactionRecord } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { Breakable } from "../ui/breakable.tsx";
import { type Column, DataTable, RowMoment } from "../ui/tables/table.tsx";
import { StatusChip, signedAmount } from "./status-chip.tsx";
import { cardName, payerName } from "./transaction-words.ts";

/** The latest transactions, each leading to its page. */
export function TransactionTable({ transactions }: { transactions: TransactionRecord[] }) {
	const app = useApp();
	return (
		<DataTable
			caption={app.words.transactions.caption}
			columns={transactionColumns(app)}
			rows={transactions}
			keyOf={({ transaction_id: id }) => id}
		/>
	);
}

export function transactionColumns({ words, formats }: App): Column<TransactionRecord>[] {
	const { columns, types } = words.transactions;
	return [
		{
			head: columns.time,
			kind: "moment",
			inCard: "plain",
			cell: ({ transaction_id, transaction_time: at }) => (
				<RowMoment href={hrefOf("transaction", { transaction_id })} at={at} />
			),
		},
		{ head: columns.type, inCard: "title", cell: (transaction) => types[transaction.transaction_type] },
		{ head: columns.card, inCard: "plain", cell: cardName },
		{
			head: columns.customer,
			kind: "text short",
			inCard: "plain",
			cell: (transaction) => <Breakable text={payerName(transaction)} />,
		},
		{ head: columns.status, inCard: "plain", cell: (transaction) => <StatusChip transaction={transaction} /> },
		{
			head: columns.amount,
			kind: "amount",
			inCard: "end",
			cell: (transaction) => formats.money(signedAmount(transaction), transaction.currency),
		},
	];
}
