/** Card, bin, address, customer and email are 16 bytes of a keyed hash. Times are real. */
export interface CardTestingAttemptsTable {
	reference: string;
	merchant_id: number;
	card: Buffer;
	/** The first six digits, per merchant. */
	bin: Buffer;
	/** The payer's IPv4 address or IPv6 /64. */
	address: Buffer | null;
	customer: Buffer | null;
	email: Buffer | null;
	is_small: boolean;
	/** `open` until the processor responds. */
	result: "open" | "approved" | "failed";
	at: number;
	expires_at: number;
}

/** Number ranges declined at a merchant until `frozen_until`. */
interface CardTestingFreezesTable {
	bin: Buffer;
	merchant_id: number;
	frozen_until: number;
}

export interface CardTestingTables {
	card_testing_attempts: CardTestingAttemptsTable;
	card_testing_freezes: CardTestingFreezesTable;
}

declare module "@cardseal/platform/tables" {
	interface GatewayTables extends CardTestingTables {}
}
