import type { Card, Vault } from "@cardseal/vault";
import type { Logger } from "pino";
import { system } from "../../audit/event.ts";
import type { Clocks } from "../../clock.ts";
import type { Database } from "../../db/database.ts";
import { newLookupId } from "../../ids.ts";
import { inCustomersTurn } from "../customer.ts";
import { lockCustomer } from "../customers.store.ts";
import type { Customer } from "../tables.ts";
import {
	deletePendingCard,
	findOrphanedCards,
	insertPendingCard,
	isCardWanted,
	lockPendingCard,
	type PendingCard,
} from "./pending-cards.store.ts";
import { maskOf, recordStored, showCard } from "./show-card.ts";

interface PendingCards {
	database: Database;
	vault: Vault;
	clocks: Clocks;
	log: Logger;
}

/** Longer than anything takes that settles a held card by itself. */
const leftAfterMs = 30_000;

/**
 * Puts a card that comes with a charge into the vault before the charge is submitted, so that nothing has to be
 * remembered outside of it. It is none of the customer's cards until the charge is approved.
 */
export async function addPendingCard(
	{ database, vault, clocks }: PendingCards,
	held: { transactionId: string; customer: Customer; card: Card },
): Promise<void> {
	const { transactionId, customer, card } = held;
	const owner = { merchantId: customer.merchant_id, customerId: customer.id };
	await inCustomersTurn(database, customer.lookup_id, async (transaction) => {
		// Whoever settles another charge's card of this customer has the same lock, and must see this one or not yet have begun.
		await lockCustomer(transaction, customer.merchant_id, customer.lookup_id);
		const cardId = await vault.storeCard(transaction.withTables(), { cardId: newLookupId(), card, owner });
		await insertPendingCard(transaction, {
			transaction_id: transactionId,
			merchant_id: customer.merchant_id,
			customer_id: customer.id,
			card_lookup_id: cardId,
			...maskOf(card),
			held_at: clocks.real.now(),
		});
	});
}

/**
 * Shows a held card among its customer's when its charge was approved, and forgets it when it was not; leaves it while
 * that is not known. Never throws: what fails is done by `completeOrphanedCards`.
 */
export async function completePendingCard(
	cards: PendingCards,
	{ transactionId, customerLookupId }: { transactionId: string; customerLookupId: string },
): Promise<void> {
	try {
		await inCustomersTurn(cards.database, customerLookupId, (transaction) => settle(cards, transaction, transactionId));
	} catch (error) {
		cards.log.error({ transaction_id: transactionId, err: error }, "could not settle the card of a charge");
	}
}

async function settle({ vault, clocks }: PendingCards, transaction: Database, transactionId: string): Promise<void> {
	const held = await lockPendingCard(transaction, transactionId);
	if (held === undefined || held.status === "PENDING") return;
	await deletePendingCard(transaction, transactionId);
	if (held.status === "APPROVED") return show(clocks, transaction, held);
	if (await isCardWanted(transaction, held.card_lookup_id)) return;
	const owner = { merchantId: held.merchant_id, customerId: held.customer_id };
	await vault.deleteCard(transaction.withTables(), { cardId: held.card_lookup_id, owner });
}

async function show(clocks: Clocks, transaction: Database, held: PendingCard): Promise<void> {
	const isNew = await showCard(transaction, held, clocks.business.now());
	const { card_lookup_id: object, customer_lookup_id: customer, merchant_id: merchantId } = held;
	const stored = { object, customer, transaction: held.transaction_id, isNew };
	await recordStored(transaction, clocks, { ...stored, merchantId, caller: system("gateway") });
}

/** Settles the cards of charges whose gateway died, or of which the recovery has found out. */
export async function completeOrphanedCards(cards: PendingCards): Promise<void> {
	const left = await findOrphanedCards(cards.database, cards.clocks.real.now() - leftAfterMs);
	for (const held of left) await completePendingCard(cards, held);
}
