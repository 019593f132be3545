import type { Accepted, DeclineCode, Outcome } from "@cardseal/vault";
import type { Caller } from "../../audit/event.ts";
import type { PayerAddress } from "../../card-testing/payer-address.ts";
import { type Attempt, cardTestingDecline } from "../../card-testing/protection.ts";
import { outsideDeadline } from "../../db/request-deadline.ts";
import { newLookupId } from "../../ids.ts";
import { redact } from "../../log/redact.ts";
import { type Channel, commerceOf } from "../../merchants/channel.ts";
import { descriptorOf, type Merchant } from "../../merchants/merchant.ts";
import { withinTime } from "../../time-limit.ts";
import { getCustomer, getLockedCustomer, withCustomerLock } from "../customer.ts";
import { payerOf } from "../customer-details.ts";
import type { Customer } from "../tables.ts";
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
	const payer = await getCustomer(database, merchant, customerLookupId);
	const verifier = await cards.verifierFor(merchant);
	const { card, usedToken } = await readCard(cards, merchant, source, caller);
	if (usedToken !== undefined && !(await recordTokenUse(database, usedToken))) throw tokenUsed();
	const attempt: Attempt = {
		reference: newLookupId(),
		processor: verifier.processor.name,
		merchant,
		channel,
		card,
		isStoredCard: false,
		customerId: payer.id,
		email: payer.email,
		amountCents: 0,
		address: source.ip_address ?? undefined,
		sessionId: usedToken?.sessionId,
	};
	const verified = await verify(cards, verifier, attempt, payer);
	if ("reason" in verified) return { refusal: verified };
	return withCustomerLock(database, customerLookupId, async (transaction) => {
		const customer = await getLockedCustomer(transaction, merchant, customerLookupId);
		const owner = { merchantId: merchant.id, customerId: customer.id };
		const cardLookupId = await vault.storeCard(transaction.withTables(), { cardId: newLookupId(), card, owner });
		const shown = {
			merchant_id: merchant.id,
			customer_id: customer.id,
			card_lookup_id: cardLookupId,
			network_transaction_id: verified.networkTransactionId,
			...maskOf(card),
		};
		const isNew = await showCard(transaction, shown, clocks.business.now());
		const stored = { object: cardLookupId, customer: customer.lookup_id, isNew };
		await recordStored(transaction, clocks, { ...stored, merchantId: merchant.id, caller });
		if (source.is_default === true || source.card_description !== undefined) {
			const { card: row } = await lockCard(transaction, merchant, { customerLookupId, cardLookupId });
			await writeCardChanges(transaction, customer, row, source);
		}
		return { cardLookupId };
	});
}

/** The network's id of an approved verification, for later charges of the card; `null` if the processor gave none. */
interface Verified {
	networkTransactionId: string | null;
}

type Verifier = Awaited<ReturnType<CardsContext["verifierFor"]>>;

async function verify(
	cards: CardsContext,
	verifier: Verifier,
	attempt: Attempt,
	payer: Customer,
): Promise<Verified | CardRefusal> {
	const ask = () => askToVerify(cards, verifier, attempt, payer);
	const answer = await cards.cardTesting.submitUnlessDeclined(attempt, ask);
	switch (answer?.result) {
		case "approved":
			return { networkTransactionId: answer.networkTransactionId ?? null };
		case "declined":
			return { reason: redact(answer.message), declineCode: answer.declineCode };
		case "declined_as_card_testing":
			return { reason: cardTestingDecline.message, declineCode: cardTestingDecline.code };
		case "accepted":
		case undefined:
			return { reason: "The processor did not answer in time. Try again in a minute.", declineCode: null };
	}
}

/** Returns the processor's answer; `undefined` if it is late. */
async function askToVerify(
	{ processorTimeoutMs, log }: Pick<CardsContext, "processorTimeoutMs" | "log">,
	{ processor, currency }: Verifier,
	{ reference, merchant, channel, card, address }: Attempt,
	payer: Customer,
): Promise<Outcome | Accepted | undefined> {
	const request = {
		reference,
		operation: "verification",
		initiatedBy: "cardholder",
		commerce: commerceOf(channel),
		storedCredential: { use: "first", purpose: "unscheduled", networkTransactionId: null },
		amountCents: 0,
		currency,
		card,
		payer: payerOf(payer, address ?? null),
		descriptor: descriptorOf(merchant),
		invoiceId: null,
	} as const;
	try {
		return await outsideDeadline(() => withinTime(processorTimeoutMs, processor.submit(request)));
	} catch (error) {
		log.error({ err: error }, "the processor failed to verify a card");
		return undefined;
	}
}
