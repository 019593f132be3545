import type { Brand } from "@cardseal/card";
import type { Metadata } from "@cardseal/platform/metadata";
import type { Generated, Selectable } from "kysely";

interface UsedCardTokensTable {
	/** SHA-256 of the token's encapsulated key. */
	fingerprint: Buffer;
	/** The time after which no gateway takes the token for fresh. */
	expires_at: number;
	/** The hosted form's session, 16 bytes. */
	session_id: Buffer | null;
}

/** At most 255 characters each. */
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
	/** Null: the country, the province or the merchant decides. */
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
	/** Real time from which copies are looked for; null: none are left. */
	erasure_due_at: Generated<number | null>;
}

export type Customer = Selectable<CustomersTable>;

/** The vault has its number under the lookup id. */
interface CardsTable {
	id: Generated<number>;
	lookup_id: string;
	merchant_id: number;
	customer_id: number;
	card_type: Brand;
	card_prefix: string;
	card_suffix: string;
	/** Two digits each. */
	expiry_month: string;
	expiry_year: string;
	is_default: boolean;
	description: string | null;
	/** Names the verification or charge with which the card was stored. */
	network_transaction_id: string | null;
	created_at: number;
}

export type StoredCard = Selectable<CardsTable>;

/** A card that joins its customer once its charge is approved. The vault has its number already. */
export interface PendingCardsTable
	extends Omit<
		CardsTable,
		"id" | "lookup_id" | "is_default" | "description" | "network_transaction_id" | "created_at"
	> {
	transaction_id: string;
	card_lookup_id: string;
	pending_since: number;
}

export interface CustomerTables {
	customers: CustomersTable;
	cards: CardsTable;
	pending_cards: PendingCardsTable;
	used_card_tokens: UsedCardTokensTable;
}

declare module "@cardseal/platform/tables" {
	interface GatewayTables extends CustomerTables {}
}
