import type { Words } from "../locale/words.ts";
import { dayFilters, type Filter, textFilters } from "../ui/tables/filters.tsx";
import { amountBoundToSend } from "./amount.ts";

export function transactionFilters(words: Words): Filter[] {
	const { filters, statuses, types, channels } = words.transactions;
	return [
		...dayFilters(words),
		{ name: "transaction_status", label: filters.transaction_status, choices: statuses },
		{ name: "transaction_type", label: filters.transaction_type, choices: types },
		{ name: "channel", label: filters.channel, choices: channels },
		...amountFilters(words),
		...textFilters(words, "email_address", "first_name", "last_name", "invoice_id"),
		{
			name: "card_suffix",
			label: filters.card_suffix,
			inputMode: "numeric",
			reader: {
				read: (text) => (/^[0-9]{4}$/.test(text) ? text : undefined),
				advice: words.problems.fields.card_suffix,
			},
		},
		...textFilters(words, "transaction_id", "customer_lookup_id", "card_lookup_id", "subscription_lookup_id"),
		...textFilters(words, "custom_id", "currency"),
	];
}

export function amountFilters(words: Words): Filter[] {
	const amount = {
		inputMode: "decimal",
		reader: { read: amountBoundToSend, advice: words.problems.fields.amount },
	} as const;
	return textFilters(words, "min_amount", "max_amount").map((filter) => ({ ...filter, ...amount }));
}
