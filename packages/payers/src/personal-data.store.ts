import type { PersonalLists } from "@cardseal/customers";
import { sql } from "kysely";

export const personalLists = {
	payment_links: {
		meaning: "Payment links made for the customer",
		rows: ({ merchantId, lookupId }) => sql`
			select lookup_id, status, amount_cents, currency, description, invoice_id, email, language, metadata, created_at, ended_at, subscription_lookup_id, consent_text, consent_at
			from payment_links where merchant_id = ${merchantId} and customer_lookup_id = ${lookupId} order by created_at`,
	},
} as const satisfies PersonalLists;
