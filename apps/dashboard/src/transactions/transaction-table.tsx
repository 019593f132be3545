import type { TransactionRecord } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { Breakable } from "../ui/breakable.tsx";
import { type Column, column, DataTable, RowMoment } from "../ui/tables/table.tsx";
import { StatusChip, signedAmount } from "./status-chip.tsx";
import { cardName, payerName } from "./transaction-words.ts";

export function TransactionTable({ transactions }: { transactions: TransactionRecord[] }) {
	const app = useApp();
	return (
		<DataTable
			caption={app.words.transactions.caption}
			columns={transactionColumns(app)}
			rows={transactions}
			keyOf="transaction_id"
		/>
	);
}

export function transactionColumns({ words, formats }: App): Column<TransactionRecord>[] {
	const { columns, types } = words.transactions;
	return [
		column(columns.time, "moment plain", ({ transaction_id, transaction_time: at }) => (
			<RowMoment href={hrefOf("transaction", { transaction_id })} at={at} />
		)),
		column(columns.type, "title", (transaction) => types[transaction.transaction_type]),
		column(columns.card, "text plain", cardName),
		column(columns.customer, "text short plain", (transaction) => <Breakable text={payerName(transaction)} />),
		column(columns.status, "plain", (transaction) => <StatusChip transaction={transaction} />),
		column(columns.amount, "amount end", (transaction) =>
			formats.money(signedAmount(transaction), transaction.currency),
		),
	];
}
