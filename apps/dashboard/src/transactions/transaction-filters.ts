import type { Words } from "../locale/words.ts";
import { dayFilters, type Filter } from "../ui/tables/filters.tsx";
import { amountBoundToSend } from "./amount.ts";

export function transactionFilters(words: Words): Filter[] {
	const { filters, statuses, types, channels } = words.transactions;
	return [
		...dayFilters(words),
		{ name: "transaction_status", label: filters.status, choices: statuses },
		{ name: "transaction_type", label: filters.type, choices: types },
		{ name: "channel", label: filters.channel, choices: channels },
		...amountFilters(words),
		{ name: "email_address", label: filters.email },
		{ name: "first_name", label: filters.firstName },
		{ name: "last_name", label: filters.lastName },
		{ name: "invoice_id", label: filters.invoice },
		{
			name: "card_suffix",
			label: filters.lastFour,
			inputMode: "numeric",
			reader: { read: (text) => (/^[0-9]{4}$/.test(text) ? text : undefined), advice: filters.noLastFour },
		},
		{ name: "transaction_id", label: filters.id },
		{ name: "customer_lookup_id", label: filters.customerId },
		{ name: "card_lookup_id", label: filters.cardId },
		{ name: "subscription_lookup_id", label: filters.subscriptionId },
		{ name: "custom_id", label: filters.customId },
		{ name: "currency", label: filters.currency },
	];
}

export function amountFilters({ transactions: { filters, noAmount } }: Words): Filter[] {
	const amount = { inputMode: "decimal", reader: { read: amountBoundToSend, advice: noAmount } } as const;
	return [
		{ name: "min_amount", label: filters.minimum, ...amount },
		{ name: "max_amount", label: filters.maximum, ...amount },
	];
}
