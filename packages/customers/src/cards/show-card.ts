import type { Clocks } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { Card } from "@cardseal/vault";
import type { PendingCardsTable } from "../tables.ts";
import { findCardsOf, readCardRow, upsertCard } from "./cards.store.ts";
import { emitCard } from "./emit-card.ts";

export interface ShownCard extends Omit<PendingCardsTable, "transaction_id" | "pending_since"> {
	network_transaction_id: string | null;
	/** Real time, for a card that waited for its charge. */
	pending_since?: number;
}

/**
 * The caller has locked the customer. The first card is the default; an existing one gets the new expiry.
 *
 * @returns `true` for a new card
 */
export async function showCard(transaction: Database, card: ShownCard, now: number): Promise<boolean> {
	const others = await findCardsOf(transaction, [card.customer_id]);
	const row = {
		lookup_id: card.card_lookup_id,
		merchant_id: card.merchant_id,
		customer_id: card.customer_id,
		card_type: card.card_type,
		card_prefix: card.card_prefix,
		card_suffix: card.card_suffix,
		expiry_month: card.expiry_month,
		expiry_year: card.expiry_year,
		is_default: others.length === 0,
		description: null,
		network_transaction_id: card.network_transaction_id,
		created_at: now,
	};
	await upsertCard(transaction, row, card.pending_since);
	return others.every(({ lookup_id }) => lookup_id !== card.card_lookup_id);
}

export function maskOf(card: Pick<Card, "brand" | "prefix" | "suffix" | "expiryMonth" | "expiryYear">) {
	return {
		card_type: card.brand,
		card_prefix: card.prefix,
		card_suffix: card.suffix,
		expiry_month: card.expiryMonth,
		expiry_year: card.expiryYear,
	};
}

export interface Stored {
	object: string;
	customer: string;
	/** `false` when only the expiry changed. */
	isNew: boolean;
	transaction?: string;
	merchantId: number;
	caller: Caller;
}

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
	const card = await readCardRow(transaction, stored.object);
	await emitCard(transaction, clocks, isNew ? "card.added" : "card.updated", { card, customerLookupId: customer });
}
