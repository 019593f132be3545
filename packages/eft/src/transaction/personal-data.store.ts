import type { PersonalData, PersonalLists } from "@cardseal/customers";
import { sql } from "kysely";

export const personalLists = {
	mandates: {
		meaning: "What was agreed to on pages of payment requests",
		rows: ({ merchantId, lookupId }) => sql`
			select transaction_id, agreed_at, holder_name, eft_mandates.masked_account, language, agreement, client_address, user_agent
			from eft_mandates join eft_transactions using (transaction_id)
			where merchant_id = ${merchantId} and customer_lookup_id = ${lookupId} order by agreed_at`,
	},
} as const satisfies PersonalLists;

export const personalData = {
	open: [
		{
			// The account is kept while the bank may still return the payment.
			rows: ({ merchantId, lookupId }) => sql`
				select from eft_transactions
				where merchant_id = ${merchantId} and customer_lookup_id = ${lookupId}
					and (result = 'PENDING' or bank_account_id is not null)`,
			refusal:
				"A payment between bank accounts is open, or the bank may still return it, which ends 100 days after it was settled. Erase the customer after that.",
		},
	],
	erased: [
		{
			table: "eft_mandates",
			payment: "eft_transactions",
			joined: sql`from eft_transactions where eft_transactions.transaction_id = eft_mandates.transaction_id`,
		},
		{
			table: "aft.payments",
			payment: "eft_transactions",
			joined: sql`from eft_transactions where aft.payments.reference = eft_transactions.transaction_id`,
		},
	],
} as const satisfies PersonalData;
