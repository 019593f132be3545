import type { PersonalData, PersonalLists } from "@cardseal/customers";
import { sql } from "kysely";

export const personalLists = {
	dispute_evidence: {
		meaning: "The evidence about disputed payments",
		rows: ({ merchantId, lookupId }) => sql`
			select dispute_id, disputes.transaction_id, asked_at, evidence
			from transactions
				join disputes on disputes.merchant_id = ${merchantId} and disputes.transaction_id = transactions.transaction_id
				join dispute_answers on dispute_answers.merchant_id = ${merchantId} and dispute_answers.dispute = disputes.id
			where transactions.merchant_id = ${merchantId} and customer_lookup_id = ${lookupId} and evidence is not null
			order by asked_at`,
	},
} as const satisfies PersonalLists;

export const personalData = {
	open: [
		{
			rows: ({ merchantId, lookupId }) => sql`
				select from disputes
				where merchant_id = ${merchantId} and state in ('open', 'under_review') and transaction_id in (
					select transaction_id from transactions where merchant_id = ${merchantId} and customer_lookup_id = ${lookupId}
				)`,
			refusal: "A payment is disputed. Erase the customer after the dispute is decided.",
		},
	],
	erased: [
		{
			table: "dispute_answers",
			payment: "transactions",
			joined: sql`from disputes join transactions on transactions.transaction_id = disputes.transaction_id
				where dispute_answers.merchant_id = disputes.merchant_id and dispute_answers.dispute = disputes.id`,
		},
	],
} as const satisfies PersonalData;
