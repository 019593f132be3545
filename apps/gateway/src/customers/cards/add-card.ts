import type { DeclineCode, Outcome } from "@cardseal/vault";
import type { Caller } from "../../audit/event.ts";
import type { PayerAddress } from "../../card-testing/payer-address.ts";
import { type Attempt, cardTestingDecline } from "../../card-testing/protection.ts";
import { outsideDeadline } from "../../db/request-deadline.ts";
import { newLookupId } from "../../ids.ts";
import type { Channel } from "../../merchants/channel.ts";
import { defaultCurrency } from "../../merchants/currency.ts";
import type { Merchant } from "../../merchants/merchant.ts";
import { withinTime } from "../../time-limit.ts";
import { getCustomer, getLockedCustomer, withCustomerLock } from "../customer.ts";
import type { CardSource } from "./card-source.ts";
import { recordTokenUse } from "./cards.store.ts";
import { type CardChanges, type CardsContext, lockCard, writeCardChanges } from "./cards.ts";
import { readCard, tokenUsed } from "./read-card.ts";
import { maskOf, recordStored, showCard } from "./show-card.ts";

/** A refusal by the processor; nothing was stored. */
export interface CardRefusal {
	reason: string;
	/** `null` when the processor did not answer in time. */
	declineCode: DeclineCode | null;
}

/**
 * Verifies a card with the processor and stores it on a customer. A card that the customer has already gets its new
 * expiry instead of being stored twice.
 *
 * @returns the lookup id of the card
 * @throws Problem 400, 404
 */
export async function addCard(
	cards: CardsContext,
	{ merchant, channel }: { merchant: Merchant; channel: Channel },
	customerLookupId: string,
	source: CardSource & PayerAddress & CardChanges,
	caller: Caller,
): Promise<{ cardLookupId: string } | { refusal: CardRefusal }> {
	const { database, vault, clocks } = cards;
	// Before the token is used: an unknown customer must not cost a token.
	const { id: customerId, email } = await getCustomer(database, merchant, customerLookupId);
	const { name: processor } = cards.processorFor(merchant);
	const { card, usedToken } = await readCard(cards, merchant, source);
	if (usedToken !== undefined && !(await recordTokenUse(database, usedToken))) throw tokenUsed();
	const refusal = await verify(cards, {
		reference: newLookupId(),
		processor,
		merchant,
		channel,
		card,
		isStoredCard: false,
		customerId,
		email,
		amountCents: 0,
		address: source.ip_address ?? undefined,
		sessionId: usedToken?.sessionId,
	});
	if (refusal !== undefined) return { refusal };
	return withCustomerLock(database, customerLookupId, async (transaction) => {
		const customer = await getLockedCustomer(transaction, merchant, customerLookupId);
		const owner = { merchantId: merchant.id, customerId: customer.id };
		const cardLookupId = await vault.storeCard(transaction.withTables(), { cardId: newLookupId(), card, owner });
		const shown = { merchant_id: merchant.id, customer_id: customer.id, card_lookup_id: cardLookupId, ...maskOf(card) };
		const isNew = await showCard(transaction, shown, clocks.business.now());
		const stored = { object: cardLookupId, customer: customer.lookup_id, isNew };
		await recordStored(transaction, clocks, { ...stored, merchantId: merchant.id, caller });
		const { card: row } = await lockCard(transaction, merchant, { customerLookupId, cardLookupId });
		await writeCardChanges(transaction, customer, row, source);
		return { cardLookupId };
	});
}

/** Returns the refusal; `undefined` if the processor verified the card. */
async function verify(cards: CardsContext, attempt: Attempt): Promise<CardRefusal | undefined> {
	const outcome = await cards.cardTesting.submitUnlessDeclined(attempt, () => askToVerify(cards, attempt));
	switch (outcome?.result) {
		case "approved":
			return undefined;
		case "declined":
			return { reason: outcome.message, declineCode: outcome.declineCode };
		case "declined_as_card_testing":
			return { reason: cardTestingDecline.message, declineCode: cardTestingDecline.code };
		case undefined:
			return { reason: "The processor did not answer in time. Try again in a minute.", declineCode: null };
	}
}

/** Returns the processor's outcome; `undefined` if it is late. */
async function askToVerify(cards: CardsContext, { reference, merchant, card }: Attempt): Promise<Outcome | undefined> {
	const { processorTimeoutMs, log } = cards;
	const processor = cards.processorFor(merchant);
	const request = {
		reference,
		operation: "verification",
		initiatedBy: "cardholder",
		amountCents: 0,
		currency: defaultCurrency,
		card,
	} as const;
	try {
		return await outsideDeadline(() => withinTime(processorTimeoutMs, processor.submit(request)));
	} catch (error) {
		log.error({ err: error }, "the processor failed to verify a card");
		return undefined;
	}
}
