import type { Caller } from "../../audit/event.ts";
import { recordEvent } from "../../audit/record.ts";
import type { Clocks } from "../../clock.ts";
import type { Database } from "../../db/database.ts";

/** A card that was put into the vault, and who had it put there. */
export interface Stored {
	/** The card's lookup id, and its customer's. */
	object: string;
	customer: string;
	/** `false` when the customer had it already: then its expiry alone is new. */
	isNew: boolean;
	/** The charge that it came with, when it did. */
	transaction?: string;
	merchantId: number;
	caller: Caller;
}

/** Writes into the audit log that a card was stored, in the transaction that does so. */
export async function recordStored(transaction: Database, clocks: Clocks, stored: Stored): Promise<void> {
	const { customer, transaction: charge, isNew, ...about } = stored;
	const details = { customer, ...(charge !== undefined && { transaction: charge }) };
	await recordEvent(
		transaction,
		clocks,
		isNew
			? { ...about, type: "card.stored", details }
			: { ...about, type: "card.changed", details: { ...details, fields: ["card_expiry"] } },
	);
}
