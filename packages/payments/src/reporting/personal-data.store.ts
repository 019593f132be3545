import type { PersonalData } from "@cardseal/customers";
import { sql } from "kysely";

export const personalData = {
	lists: {
		queued_receipts: ({ merchantId, lookupId }) => sql`
			select transaction_id, kind, failed_at, problem
			from mail_outbox join transactions on transaction_id = split_part(reference, '.', 1)
			where kind in ('receipt', 'receipt_again') and merchant_id = ${merchantId} and customer_lookup_id = ${lookupId}
			order by transactions.id`,
	},
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
