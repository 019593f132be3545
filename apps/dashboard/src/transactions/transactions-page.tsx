import { useApp } from "../shell/app.ts";
import { currentQuery } from "../shell/router.ts";
import { Icon } from "../ui/icon.tsx";
import { Empty, Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { PageHead } from "../ui/page-head.tsx";
import { Pager } from "../ui/tables/pager.tsx";
import { TransactionFilters, transactionFilterNames } from "./transaction-filters.tsx";
import { TransactionTable } from "./transaction-table.tsx";

/** Every transaction, newest first, as the address filters them. */
export function TransactionsPage() {
	const { api, words, may } = useApp();
	const query = currentQuery.value;
	const list = useResource(
		(signal) => api.get("/transaction-service/transaction", { query, signal }),
		query.toString(),
	);
	return (
		<>
			<PageHead title={words.transactions.title}>
				{may("reports.export") && (
					<a class="button-quiet" href={`${api.root}/transaction-service/transaction.csv?${filtersIn(query)}`} download>
						<Icon name="download" />
						{words.transactions.export}
					</a>
				)}
			</PageHead>
			<TransactionFilters />
			<section class="panel list-panel">
				<Loaded resource={list}>
					{({ entities, paging }) => (
						<>
							{entities.length === 0 ? (
								<NoTransactions isFiltered={filtersIn(query).size > 0} />
							) : (
								<TransactionTable transactions={entities} />
							)}
							<Pager paging={paging} />
						</>
					)}
				</Loaded>
			</section>
		</>
	);
}

function NoTransactions({ isFiltered }: { isFiltered: boolean }) {
	const { none, noneHint, noneMatch, noneMatchHint } = useApp().words.transactions;
	return (
		<Empty title={isFiltered ? noneMatch : none}>
			<p>{isFiltered ? noneMatchHint : noneHint}</p>
		</Empty>
	);
}

/** The query without its place in the list. */
function filtersIn(query: URLSearchParams): URLSearchParams {
	return new URLSearchParams([...query].filter(([name]) => transactionFilterNames.some((known) => known === name)));
}
