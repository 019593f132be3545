import type { Brand } from "@cardseal/card";
import type { Generated, Selectable } from "kysely";
import type { Metadata } from "../metadata/metadata.ts";

interface UsedCardTokensTable {
	/** SHA-256 of the token's encapsulated key. The token is not stored. */
	fingerprint: Buffer;
	/** The time after which no gateway's clock can take the token as fresh. */
	expires_at: number;
	/** The session of the hosted form that made the token, 16 bytes. */
	session_id: Buffer | null;
}

/** The customer details that a charge may carry; each at most 255 characters. */
export interface CustomerDetailsColumns {
	email: string | null;
	first_name: string | null;
	last_name: string | null;
	company: string | null;
	bcc_emails: string | null;
	telephone: string | null;
	address1: string | null;
	address2: string | null;
	city: string | null;
	province: string | null;
	country: string | null;
	postal_code: string | null;
	custom_id: string | null;
	/** One of `languages`; null: the country, the province or the merchant decides. */
	language: string | null;
}

interface CustomersTable extends Omit<CustomerDetailsColumns, "email"> {
	id: Generated<number>;
	lookup_id: string;
	merchant_id: number;
	/** Empty once erased. */
	email: string;
	metadata: Generated<Metadata | null>;
	created_at: number;
	/** Real time; null: not erased. */
	erased_at: Generated<number | null>;
	/** Real time from which copies of its data are to be looked for; null: none are left. */
	erasure_due_at: Generated<number | null>;
}

/** A row of `customers`. */
export type Customer = Selectable<CustomersTable>;

/** The masked data of a stored card. Its number is in the vault, under the card's lookup id. */
interface CardsTable {
	id: Generated<number>;
	lookup_id: string;
	merchant_id: number;
	customer_id: number;
	card_type: Brand;
	/** The first four digits. */
	card_prefix: string;
	/** The last four. */
	card_suffix: string;
	/** Two digits each. */
	expiry_month: string;
	expiry_year: string;
	is_default: boolean;
	description: string | null;
	/** The card network's id of the verification or charge with which the card was stored. */
	network_transaction_id: string | null;
	created_at: number;
}

/** A row of `cards`. */
export type StoredCard = Selectable<CardsTable>;

/**
 * A pending stored card: it came with a charge and joins the customer's cards once the charge is approved. Its number
 * is in the vault already, so that a crash loses nothing.
 */
export interface PendingCardsTable
	extends Omit<
		CardsTable,
		"id" | "lookup_id" | "is_default" | "description" | "network_transaction_id" | "created_at"
	> {
	transaction_id: string;
	card_lookup_id: string;
	/** Real time, ms since 1970. */
	pending_since: number;
}

export interface CustomerTables {
	customers: CustomersTable;
	cards: CardsTable;
	pending_cards: PendingCardsTable;
	used_card_tokens: UsedCardTokensTable;
}

declare module "../db/schema.ts" {
	interface GatewayTables extends CustomerTables {}
}
