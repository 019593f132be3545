/** What the gateway's answers hold, by the names its own description gives them. */

export type TransactionStatus = "APPROVED" | "DECLINED" | "PENDING";
export type TransactionType = "sale" | "authorization" | "capture" | "refund" | "void";

export interface TransactionRecord {
	id: number | string;
	transaction_id: string;
	amount: number;
	amount_refunded: number;
	currency: string;
	captured: boolean;
	card_type: string;
	card_suffix: number;
	card_expiry: string;
	user_id: number | null;
	transaction_result: TransactionStatus;
	transaction_message: string | null;
	transaction_source: string;
	/** ms since 1970 */
	transaction_time: number;
	transaction_type: TransactionType;
	email: string | null;
	first_name: string | null;
	last_name: string | null;
	company: string | null;
	telephone: string | null;
	address1: string | null;
	address2: string | null;
	city: string | null;
	province: string | null;
	country: string | null;
	postal_code: string | null;
	custom_id: string | null;
	invoice_id: string | null;
	processor_auth_code: string | null;
	processor_transaction_id: string | null;
	test_mode: boolean;
	original_transaction_id: string | null;
	voided: boolean;
	decline_code: string | null;
	guard_reason: string | null;
}

export interface Paging {
	cursors: { before: string; after: string };
}

export interface TransactionList {
	entities: TransactionRecord[];
	paging: Paging;
}

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
