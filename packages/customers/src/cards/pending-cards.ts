import { type Clocks, newLookupId, notFound, Problem, stillRunning } from "@cardseal/platform";
import { system } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { Card } from "@cardseal/vault";
import { withCustomerLock } from "../customer.ts";
import { lockCustomer } from "../customers.store.ts";
import type { Customer } from "../tables.ts";
import type { CardsContext } from "./cards.ts";
import {
	type ChargeOfCard,
	deletePendingCard,
	findCardIdsOf,
	findOrphanedCards,
	insertPendingCard,
	isCardWanted,
	lockPendingCard,
	type PendingCard,
} from "./pending-cards.store.ts";
import { maskOf, recordStored, showCard } from "./show-card.ts";

type PendingCards = Pick<CardsContext, "database" | "vault" | "clocks" | "log">;

/** Longer than a charge takes. */
const orphanedAfterMs = 30_000;

/**
 * Stores the card before the charge is submitted, so that a crash cannot lose it.
 *
 * @returns the lookup id of the card
 * @throws Problem 400, 404, and 409 while another request with the same Idempotency-Key makes the charge
 */
export async function addPendingCard(
	{ database, vault, clocks }: PendingCards,
	pending: { transactionId: string; customer: Customer; card: Card },
): Promise<string> {
	const { transactionId, customer, card } = pending;
	const { id: customerId, merchant_id: merchantId, lookup_id: lookupId } = customer;
	return withCustomerLock(database, merchantId, lookupId, async (transaction) => {
		// The completion of another charge's card takes the same lock.
		const locked = await lockCustomer(transaction, merchantId, lookupId);
		// The customer was erased since the charge read it.
		if (locked === undefined) throw notFound("customer");
		const owner = { merchantId, customerId };
		const cardLookupId = await vault.storeCard(transaction.withTables(), { cardId: newLookupId(), card, owner });
		await requireRoomForCard(transaction, customer, cardLookupId);
		const isFirst = await insertPendingCard(transaction, {
			transaction_id: transactionId,
			merchant_id: merchantId,
			customer_id: customerId,
			card_lookup_id: cardLookupId,
			...maskOf(card),
			pending_since: clocks.real.now(),
		});
		if (!isFirst) throw stillRunning();
		return cardLookupId;
	});
}

/** Limited, since every customer response shows all cards. */
const maximumCards = 50;

const tooMany = () =>
	new Problem("too_many_cards", `This customer has ${maximumCards} cards. Delete one of them first.`);

/**
 * Pending cards count. The caller has the customer locked.
 *
 * @throws Problem 400
 */
export async function requireRoomForCard(
	transaction: Database,
	{ id }: Pick<Customer, "id">,
	cardLookupId: string,
): Promise<void> {
	const ids = await findCardIdsOf(transaction, id);
	if (ids.length >= maximumCards && !ids.includes(cardLookupId)) throw tooMany();
}

/** Adds the card if the charge was approved, deletes it if not. Never throws: `completeOrphanedCards` retries. */
export async function completePendingCard(cards: PendingCards, charge: ChargeOfCard): Promise<void> {
	const { transactionId, merchantId, customerLookupId } = charge;
	try {
		await withCustomerLock(cards.database, merchantId, customerLookupId, (transaction) =>
			complete(cards, transaction, transactionId),
		);
	} catch (error) {
		cards.log.error({ transaction_id: transactionId, err: error }, "could not complete the pending card of a charge");
	}
}

async function complete({ vault, clocks }: PendingCards, transaction: Database, transactionId: string): Promise<void> {
	const pending = await lockPendingCard(transaction, transactionId);
	if (pending === undefined || pending.status === "PENDING") return;
	await deletePendingCard(transaction, transactionId);
	if (pending.status === "APPROVED") return show(clocks, transaction, pending);
	if (await isCardWanted(transaction, pending.card_lookup_id)) return;
	const owner = { merchantId: pending.merchant_id, customerId: pending.customer_id };
	await vault.deleteCard(transaction.withTables(), { cardId: pending.card_lookup_id, owner });
}

async function show(clocks: Clocks, transaction: Database, pending: PendingCard): Promise<void> {
	const isNew = await showCard(transaction, pending, clocks.business.now());
	const { card_lookup_id: object, customer_lookup_id: customer, merchant_id: merchantId } = pending;
	const stored = { object, customer, transaction: pending.transaction_id, isNew };
	await recordStored(transaction, clocks, { ...stored, merchantId, caller: system("gateway") });
}

/** Completes cards whose gateway crashed, or whose outcome recovery recorded. */
export async function completeOrphanedCards(cards: PendingCards): Promise<void> {
	const orphaned = await findOrphanedCards(cards.database, cards.clocks.real.now() - orphanedAfterMs);
	for (const card of orphaned) await completePendingCard(cards, card);
}
