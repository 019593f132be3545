import type { Language } from "@cardseal/platform";
import type { Browser } from "@cardseal/vault";
import type { JSONColumnType } from "kysely";

/** Times are real. */
export interface WidgetSessionsTable {
	/** 16 random bytes. */
	id: Buffer;
	merchant_id: number;
	origin: string;
	/** An IPv4 address or IPv6 /64. */
	client_network: string;
	/** Null: a language outside `languages`. */
	language: Language | null;
	/** For 3-D Secure. Null: unknown. */
	browser: JSONColumnType<Browser> | null;
	created_at: number;
	expires_at: number;
}

export interface CardFormTables {
	widget_sessions: WidgetSessionsTable;
}

declare module "@cardseal/platform/tables" {
	interface GatewayTables extends CardFormTables {}
}
