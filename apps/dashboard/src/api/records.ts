import type { components } from "./schema.ts";

/** Bodies by the names that the gateway's own description gives them. */
export type Schemas = components["schemas"];

export type TransactionRecord = Schemas["TransactionRecord"];
export type TransactionList = Schemas["TransactionList"];
export type Paging = Schemas["Paging"];

export interface SessionRecord {
	user: {
		id: number;
		email: string;
		name: string;
		role: "owner" | "administrator" | "clerk";
		is_primary_owner: boolean;
		has_second_factor: boolean;
	};
	merchant: {
		merchant_id: string;
		name: string;
		mode: "demo" | "live";
		time_zone: string;
		currencies: string[];
		/** Of the card form; absent for whoever may not charge. */
		public_key?: string;
	};
	permissions: string[];
	csrf_token: string;
}

export interface Figures {
	approved_count: number;
	approved_amount: number;
	declined_count: number;
	declined_amount: number;
	refunded_count: number;
	refunded_amount: number;
}

export interface DayFigures extends Figures {
	/** `2026-11-21`, in the merchant's zone */
	date: string;
}

export interface CurrencyOverview {
	currency: string;
	today: Figures;
	last_30_days: Figures;
	/** Oldest first, today last. */
	days: DayFigures[];
}

export interface Overview {
	time_zone: string;
	today: string;
	currencies: CurrencyOverview[];
}

export interface CardRecord {
	lookup_id: string;
	card_type: string;
	/** MM/YY */
	card_expiry: string;
	/** The last four digits. */
	card_suffix: string;
	is_default: boolean;
	card_description: string | null;
}

export interface CustomerRecord {
	lookup_id: string;
	email: string;
	first_name: string | null;
	last_name: string | null;
	company: string | null;
	cards: CardRecord[];
}

export interface CustomerList {
	entities: CustomerRecord[];
	paging: Paging;
}
