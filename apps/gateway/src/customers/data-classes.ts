import type { DataClass, DataClassesOf } from "@cardseal/vault";
import type { CustomerDetailsColumns, CustomerTables } from "./tables.ts";

/** A payment has copies of these columns. */
export const customerDetailsData: Readonly<Record<keyof CustomerDetailsColumns, DataClass>> = {
	email: "personal",
	first_name: "personal",
	last_name: "personal",
	company: "personal",
	bcc_emails: "personal",
	telephone: "personal",
	address1: "personal",
	address2: "personal",
	city: "personal",
	province: "personal",
	country: "personal",
	postal_code: "personal",
	custom_id: "personal",
	language: "personal",
};

export const customerData: DataClassesOf<CustomerTables> = {
	customers: {
		id: "pseudonym",
		lookup_id: "pseudonym",
		merchant_id: "none",
		...customerDetailsData,
		metadata: "personal",
		created_at: "none",
		erased_at: "none",
		erasure_due_at: "none",
	},
	cards: {
		id: "pseudonym",
		lookup_id: "pseudonym",
		merchant_id: "none",
		customer_id: "pseudonym",
		card_type: "financial",
		card_prefix: "financial",
		card_suffix: "financial",
		expiry_month: "financial",
		expiry_year: "financial",
		is_default: "none",
		description: "personal",
		network_transaction_id: "pseudonym",
		created_at: "financial",
	},
	pending_cards: {
		transaction_id: "pseudonym",
		merchant_id: "none",
		customer_id: "pseudonym",
		card_lookup_id: "pseudonym",
		card_type: "financial",
		card_prefix: "financial",
		card_suffix: "financial",
		expiry_month: "financial",
		expiry_year: "financial",
		pending_since: "none",
	},
	used_card_tokens: {
		fingerprint: "pseudonym",
		expires_at: "none",
		session_id: "pseudonym",
	},
};
