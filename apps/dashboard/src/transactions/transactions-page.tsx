import { useApp } from "../shell/app.ts";
import { currentQuery } from "../shell/router.ts";
import { useGet } from "../ui/loading/loaded.tsx";
import { Download, PageHead } from "../ui/page.tsx";
import { filtersIn } from "../ui/tables/filters.tsx";
import { RecordList } from "../ui/tables/table.tsx";
import { transactionFilters } from "./transaction-filters.ts";
import { transactionColumns } from "./transaction-table.tsx";

export function TransactionsPage() {
	const app = useApp();
	const { words, may } = app;
	const query = currentQuery.value;
	const filters = transactionFilters(words);
	const list = useGet("/transaction-service/transaction", { query });
	return (
		<>
			<PageHead title={words.shell.pages.transactions}>
				{may("reports.export") && (
					<Download
						path={`/transaction-service/transaction.csv?${filtersIn(query, filters)}`}
						label={words.transactions.export}
					/>
				)}
			</PageHead>
			<RecordList
				resource={list}
				phrases={words.transactions}
				filters={filters}
				columns={transactionColumns(app)}
				keyOf="transaction_id"
			/>
		</>
	);
}
