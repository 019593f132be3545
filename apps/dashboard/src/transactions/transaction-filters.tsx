import type { JSX } from "preact";
import { useApp } from "../shell/app.ts";
import { FilterBar } from "../ui/tables/filter-bar.tsx";
import { SelectFilter, TextFilter } from "../ui/tables/filter-fields.tsx";
import { amountFilters } from "./amount-filters.ts";

export const transactionFilterNames = [
	"from_date",
	"to_date",
	"transaction_status",
	"channel",
	"min_amount",
	"max_amount",
	"email_address",
	"first_name",
	"last_name",
	"invoice_id",
] as const;

/** Every filter that the gateway has for transactions. */
export function TransactionFilters(): JSX.Element {
	const { words } = useApp();
	const { filters, statuses, channels } = words.transactions;
	return (
		<FilterBar names={transactionFilterNames} readers={amountFilters(words)}>
			<TextFilter name="from_date" label={filters.from} type="date" />
			<TextFilter name="to_date" label={filters.to} type="date" />
			<SelectFilter name="transaction_status" label={filters.status} any={filters.any} choices={statuses} />
			<SelectFilter name="channel" label={filters.channel} any={filters.any} choices={channels} />
			<TextFilter name="min_amount" label={filters.minimum} inputMode="decimal" />
			<TextFilter name="max_amount" label={filters.maximum} inputMode="decimal" />
			<TextFilter name="email_address" label={filters.email} type="email" />
			<TextFilter name="first_name" label={filters.firstName} />
			<TextFilter name="last_name" label={filters.lastName} />
			<TextFilter name="invoice_id" label={filters.invoice} />
		</FilterBar>
	);
}
