/** Where a merchant lets its card form stand. */
export interface WidgetOriginsTable {
	merchant_id: number;
	/** `https://host[:port]`, as a browser writes it. */
	origin: string;
	created_at: number;
}

/** A form that was shown to somebody; the row goes when the session is over. Times are real. */
export interface WidgetSessionsTable {
	/** 16 random bytes. */
	id: Buffer;
	merchant_id: number;
	origin: string;
	/** Where the payer is, as exactly as guarding against card testing needs it: an IPv4 address or an IPv6 /64. */
	client_network: string;
	created_at: number;
	expires_at: number;
}

export interface CardFormTables {
	widget_origins: WidgetOriginsTable;
	widget_sessions: WidgetSessionsTable;
}
