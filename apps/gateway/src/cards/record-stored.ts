import type { Caller } from "../audit/event.ts";
import { recordEvent } from "../audit/record.ts";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";

/** A card that was put into the vault, and who had it put there. */
export interface Stored {
	/** The card's lookup id, and its customer's. */
	object: string;
	customer: string;
	/** `false` when the customer had it already: then its expiry alone is new. */
	isNew: boolean;
	merchantId: number;
	caller: Caller;
}

/** Writes into the audit log that a card was stored, in the transaction that does so. */
export async function recordStored(transaction: Database, clocks: Clocks, stored: Stored): Promise<void> {
	const { customer, isNew, ...about } = stored;
	await recordEvent(
		transaction,
		clocks,
		isNew
			? { ...about, type: "card.stored", details: { customer } }
			: { ...about, type: "card.changed", details: { customer, fields: ["card_expiry"] } },
	);
}
