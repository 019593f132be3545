import { isDeepStrictEqual } from "node:util";
import type { Channel, Merchant } from "@cardseal/merchants";
import { fieldProblem, newLookupId, notFound } from "@cardseal/platform";
import { type Caller, givenFields, recordEvent } from "@cardseal/platform/audit";
import type { Card } from "@cardseal/vault";
import type { Attempt } from "../card-testing/protection.ts";
import { getCustomer, withCustomerLock } from "../customer.ts";
import type { Customer, StoredCard } from "../tables.ts";
import { findCardsOf, readCardRow, setExpiry } from "./cards.store.ts";
import { type CardChanges, type CardPath, type CardsContext, lockCard, pickCard, writeCardChanges } from "./cards.ts";
import { emitCard } from "./emit-card.ts";
import { type Expiry, type ExpirySource, readExpiry } from "./read-card.ts";
import { type VerificationRefusal, verifyCard } from "./verify-card.ts";

const cannotUnset = () =>
	fieldProblem([
		{
			field: "is_default",
			reason: "default_card_required",
			message: "A customer needs a default card. Make another card the default instead.",
		},
	]);

/**
 * Changes a card. The processor verifies a new expiry date first.
 *
 * @returns the processor's refusal, after which nothing is changed
 * @throws Problem 400, 404
 */
export async function changeCard(
	cards: CardsContext,
	{ merchant, channel }: { merchant: Merchant; channel: Channel },
	path: CardPath,
	changes: CardChanges & ExpirySource,
	caller: Caller,
): Promise<VerificationRefusal | undefined> {
	const { database, clocks } = cards;
	const customer = await getCustomer(database, merchant, path.customerLookupId);
	const before = pickCard(await findCardsOf(database, [customer.id]), path.cardLookupId);
	if (changes.is_default === false && before.is_default) throw cannotUnset();
	const expiry = readExpiry(changes, before, clocks.business.now());
	if (expiry !== undefined) {
		const refusal = await verifyExpiry(cards, { merchant, channel, customer, card: before, expiry, caller });
		if (refusal !== undefined) return refusal;
	}
	await withCustomerLock(
		database,
		{ merchantId: merchant.id, lookupId: path.customerLookupId },
		async (transaction) => {
			const { card } = await lockCard(transaction, merchant, path);
			if (changes.is_default === false && card.is_default) throw cannotUnset();
			await writeCardChanges(cards, transaction, { customer, card }, changes);
			if (expiry !== undefined) await setExpiry(transaction, card.lookup_id, expiry);
			const fields = givenFields(changes);
			if (fields.length === 0) return;
			const details = { customer: customer.lookup_id, fields };
			const object = card.lookup_id;
			await recordEvent(transaction, clocks, {
				type: "card.changed",
				object,
				details,
				merchantId: merchant.id,
				caller,
			});
			const changed = await readCardRow(transaction, object);
			if (isDeepStrictEqual(changed, card)) return;
			await emitCard(transaction, clocks, "card.updated", { card: changed, customerLookupId: customer.lookup_id });
		},
	);
	return undefined;
}

interface NewExpiry {
	merchant: Merchant;
	channel: Channel;
	customer: Customer;
	card: StoredCard;
	expiry: Expiry;
	caller: Caller;
}

/** Returns the processor's refusal, if any. */
async function verifyExpiry(cards: CardsContext, given: NewExpiry): Promise<VerificationRefusal | undefined> {
	const { merchant, channel, customer, card: stored } = given;
	const verifier = await cards.verifierFor(merchant);
	const card = await readStoredCard(cards, given);
	const attempt: Attempt = {
		reference: newLookupId(),
		processor: verifier.processor.name,
		merchant,
		channel,
		card,
		isStoredCard: true,
		customerId: customer.id,
		email: customer.email,
		amountCents: 0,
		address: undefined,
		sessionId: undefined,
	};
	const { network_transaction_id: networkTransactionId } = stored;
	const storedCredential = { use: "later", purpose: "unscheduled", networkTransactionId } as const;
	const verified = await verifyCard(cards, verifier, { attempt, payer: customer, storedCredential });
	return "reason" in verified ? verified : undefined;
}

/** Records the reading of the number. */
async function readStoredCard(
	{ database, vault, clocks }: CardsContext,
	{ merchant, customer, card, expiry, caller }: NewExpiry,
): Promise<Card> {
	const found = await vault.findStoredCard({
		cardId: card.lookup_id,
		owner: { merchantId: merchant.id, customerId: customer.id },
		details: { brand: card.card_type, ...expiry },
	});
	// The card was deleted between the two reads.
	if (found === undefined) throw notFound("card");
	const read = { type: "card.read", object: card.lookup_id, details: { customer: customer.lookup_id } } as const;
	await recordEvent(database, clocks, { ...read, merchantId: merchant.id, caller });
	return found;
}
