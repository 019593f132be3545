import { isDeepStrictEqual } from "node:util";
import type { Channel, Merchant } from "@cardseal/merchants";
import { fieldProblem, notFound } from "@cardseal/platform";
import { type Caller, givenFields, recordEvent } from "@cardseal/platform/audit";
import type { Card } from "@cardseal/vault";
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
	initiator: NewExpiry["initiator"],
	path: CardPath,
	changes: CardChanges & ExpirySource,
	caller: Caller,
): Promise<VerificationRefusal | undefined> {
	const { database, clocks } = cards;
	const { merchant } = initiator;
	const customer = await getCustomer(database, merchant, path.customerLookupId);
	const before = pickCard(await findCardsOf(database, [customer.id]), path.cardLookupId);
	if (changes.is_default === false && before.is_default) throw cannotUnset();
	const expiry = readExpiry(changes, before, clocks.business.now());
	if (expiry !== undefined) {
		const refusal = await verifyExpiry(cards, { initiator, customer, card: before, expiry, caller });
		if (refusal !== undefined) return refusal;
	}
	await withCustomerLock(database, merchant.id, path.customerLookupId, async (transaction) => {
		const { card } = await lockCard(transaction, merchant, path);
		if (changes.is_default === false && card.is_default) throw cannotUnset();
		await writeCardChanges(cards, transaction, { customer, card }, changes);
		if (expiry !== undefined) await setExpiry(transaction, card.lookup_id, expiry);
		const fields = givenFields(changes);
		if (fields.length === 0) return;
		const details = { customer: customer.lookup_id, fields };
		const about = { object: card.lookup_id, details, merchantId: merchant.id, caller };
		await recordEvent(transaction, clocks, { type: "card.changed", ...about });
		const changed = await readCardRow(transaction, card.lookup_id);
		if (isDeepStrictEqual(changed, card)) return;
		await emitCard(transaction, clocks, "card.updated", { card: changed, customerLookupId: customer.lookup_id });
	});
	return undefined;
}

interface NewExpiry {
	initiator: { merchant: Merchant; channel: Channel };
	customer: Customer;
	card: StoredCard;
	expiry: Expiry;
	caller: Caller;
}

async function verifyExpiry(cards: CardsContext, given: NewExpiry): Promise<VerificationRefusal | undefined> {
	const { initiator, customer } = given;
	const verifier = await cards.verifierFor(initiator.merchant);
	const card = await readStoredCard(cards, given);
	const { network_transaction_id: networkTransactionId } = given.card;
	const storedCredential = { use: "later", purpose: "unscheduled", networkTransactionId } as const;
	const verified = await verifyCard(cards, verifier, { initiator, card, payer: customer, storedCredential });
	return "reason" in verified ? verified : undefined;
}

/** Records the reading of the number. */
async function readStoredCard(
	{ database, vault, clocks }: CardsContext,
	{ initiator: { merchant }, customer, card, expiry, caller }: NewExpiry,
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
