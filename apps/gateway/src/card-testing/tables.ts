/**
 * An attempt to use a card, as far as the card-testing guard counts it. Who it was about can be recognised by whoever has
 * the key, and read by nobody: each mark is 16 bytes of a keyed hash. Times are real.
 */
export interface CardTestingAttemptsTable {
	/** The transaction_id, or what a verification is known by. */
	reference: string;
	merchant_id: number;
	card: Buffer;
	/** The range of numbers that the card is of, its first six digits. */
	bin: Buffer;
	/** Where the payer is: an IPv4 address or an IPv6 /64. */
	address: Buffer | null;
	customer: Buffer | null;
	email: Buffer | null;
	is_small: boolean;
	/** `open` until the processor has answered. */
	result: "open" | "approved" | "failed";
	at: number;
	expires_at: number;
}

/** Ranges of card numbers that a merchant takes no charges of for a while. */
interface CardTestingFreezesTable {
	bin: Buffer;
	merchant_id: number;
	frozen_until: number;
}

export interface CardTestingTables {
	card_testing_attempts: CardTestingAttemptsTable;
	card_testing_freezes: CardTestingFreezesTable;
}
