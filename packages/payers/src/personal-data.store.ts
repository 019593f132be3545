import type { PersonalData } from "@cardseal/customers";
import { sql } from "kysely";

export const personalData = {
	lists: {
		payment_links: ({ merchantId, lookupId }) => sql`
			select lookup_id, status, amount_cents, currency, description, invoice_id, email, language, metadata, created_at, ended_at, subscription_lookup_id, consent_text, consent_at
			from payment_links where merchant_id = ${merchantId} and customer_lookup_id = ${lookupId} order by created_at`,
	},
	open: [],
	erased: [],
} as const satisfies PersonalData;
