import type { PersonalData, PersonalLists } from "@cardseal/customers";
import { sql } from "kysely";

export const personalLists = {
	queued_receipts: {
		meaning: "Receipts that are to be sent or could not be",
		rows: ({ merchantId, lookupId }) => sql`
			select transaction_id, kind, failed_at, problem
			from mail_outbox join transactions on transaction_id = split_part(reference, '.', 1)
			where kind in ('receipt', 'receipt_again') and merchant_id = ${merchantId} and customer_lookup_id = ${lookupId}
			order by transactions.id`,
	},
} as const satisfies PersonalLists;

export const personalData = {
	open: [
		{
			rows: ({ merchantId, lookupId }) => sql`
				select from pending_transactions join transactions using (transaction_id)
				where merchant_id = ${merchantId} and customer_lookup_id = ${lookupId}`,
			refusal: "The outcome of a payment is not known yet. Erase the customer after it.",
		},
	],
	erased: [],
} as const satisfies PersonalData;
