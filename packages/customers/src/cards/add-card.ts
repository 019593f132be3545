import type { Channel, Merchant } from "@cardseal/merchants";
import { newLookupId } from "@cardseal/platform";
import type { Caller } from "@cardseal/platform/audit";
import type { Browser } from "@cardseal/vault";
import type { PayerAddress } from "../card-testing/payer-address.ts";
import { getCustomer, getLockedCustomer, withCustomerLock } from "../customer.ts";
import type { CardSource } from "./card-source.ts";
import { recordTokenUse } from "./cards.store.ts";
import { type CardChanges, type CardsContext, lockCard, writeCardChanges } from "./cards.ts";
import { requireRoomForCard } from "./pending-cards.ts";
import { readCard, tokenUsed } from "./read-card.ts";
import { maskOf, recordStored, showCard } from "./show-card.ts";
import { firstUse, type VerificationRefusal, verifyCard } from "./verify-card.ts";

/**
 * Verifies and stores a card. A card that the customer has gets its new expiry.
 *
 * @returns the lookup id of the card, and the browser of the card form
 * @throws Problem 400, 404
 */
export async function addCard(
	cards: CardsContext,
	initiator: { merchant: Merchant; channel: Channel },
	customerLookupId: string,
	source: CardSource & PayerAddress & CardChanges & { currency?: unknown },
	caller: Caller,
): Promise<{ cardLookupId: string; browser: Browser | null } | { refusal: VerificationRefusal }> {
	const { database, vault, clocks } = cards;
	const { merchant } = initiator;
	// Runs before the token is used: an unknown customer must not cost a token.
	const payer = await getCustomer(database, merchant, customerLookupId);
	const verifier = await cards.verifierFor(merchant, source.currency);
	const { card, usedToken } = await readCard(cards, merchant, source, caller);
	if (usedToken !== undefined && !(await recordTokenUse(database, usedToken))) throw tokenUsed();
	const verified = await verifyCard(cards, verifier, {
		initiator,
		card,
		payer,
		storedCredential: firstUse,
		address: source.ip_address ?? undefined,
		sessionId: usedToken?.sessionId,
	});
	if ("reason" in verified) return { refusal: verified };
	return withCustomerLock(database, merchant.id, customerLookupId, async (transaction) => {
		const customer = await getLockedCustomer(transaction, merchant, customerLookupId);
		const owner = { merchantId: merchant.id, customerId: customer.id };
		const cardLookupId = await vault.storeCard(transaction.withTables(), { cardId: newLookupId(), card, owner });
		await requireRoomForCard(transaction, customer, cardLookupId);
		const shown = {
			merchant_id: merchant.id,
			customer_id: customer.id,
			card_lookup_id: cardLookupId,
			network_transaction_id: verified.networkTransactionId,
			...maskOf(card),
		};
		const isNew = await showCard(transaction, shown, clocks.business.now());
		if (source.is_default === true || source.card_description !== undefined) {
			const { card: row } = await lockCard(transaction, merchant, { customerLookupId, cardLookupId });
			await writeCardChanges(cards, transaction, { customer, card: row }, source);
		}
		const stored = { object: cardLookupId, customer: customer.lookup_id, isNew };
		await recordStored(transaction, clocks, { ...stored, merchantId: merchant.id, caller });
		return { cardLookupId, browser: usedToken?.browser ?? null };
	});
}
