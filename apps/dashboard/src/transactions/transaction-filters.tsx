import { useApp } from "../shell/app.ts";
import { FilterBar } from "../ui/tables/filter-bar.tsx";
import { SelectFilter, TextFilter } from "../ui/tables/filter-fields.tsx";
import { amountFilters } from "./amount-filters.ts";

export const transactionFilterNames = [
	"from_date",
	"to_date",
	"transaction_status",
	"transaction_type",
	"channel",
	"min_amount",
	"max_amount",
	"email_address",
	"first_name",
	"last_name",
	"invoice_id",
	"card_suffix",
	"transaction_id",
	"customer_lookup_id",
	"card_lookup_id",
	"subscription_lookup_id",
	"custom_id",
	"currency",
] as const;

/** Every filter that the gateway has for transactions. */
export function TransactionFilters() {
	const { words } = useApp();
	const { filters, statuses, types, channels } = words.transactions;
	return (
		<FilterBar
			names={transactionFilterNames}
			readers={{ ...amountFilters(words), card_suffix: { read: readLastFour, advice: filters.noLastFour } }}
		>
			<TextFilter name="from_date" label={filters.from} type="date" />
			<TextFilter name="to_date" label={filters.to} type="date" />
			<SelectFilter name="transaction_status" label={filters.status} any={filters.any} choices={statuses} />
			<SelectFilter name="transaction_type" label={filters.type} any={filters.any} choices={types} />
			<SelectFilter name="channel" label={filters.channel} any={filters.any} choices={channels} />
			<TextFilter name="min_amount" label={filters.minimum} inputMode="decimal" />
			<TextFilter name="max_amount" label={filters.maximum} inputMode="decimal" />
			<TextFilter name="email_address" label={filters.email} />
			<TextFilter name="first_name" label={filters.firstName} />
			<TextFilter name="last_name" label={filters.lastName} />
			<TextFilter name="invoice_id" label={filters.invoice} />
			<TextFilter name="card_suffix" label={filters.lastFour} inputMode="numeric" />
			<TextFilter name="transaction_id" label={filters.id} />
			<TextFilter name="customer_lookup_id" label={filters.customerId} />
			<TextFilter name="card_lookup_id" label={filters.cardId} />
			<TextFilter name="subscription_lookup_id" label={filters.subscriptionId} />
			<TextFilter name="custom_id" label={filters.customId} />
			<TextFilter name="currency" label={filters.currency} />
		</FilterBar>
	);
}

/** Returns four digits; `undefined` for other text. */
function readLastFour(text: string): string | undefined {
	return /^[0-9]{4}$/.test(text) ? text : undefined;
}
