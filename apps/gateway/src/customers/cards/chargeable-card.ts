import type { Vault } from "@cardseal/vault";
import { isLookupId } from "../../ids.ts";
import { type CustomerWithCard, chargeableCards, type WantedChargeableCard } from "./cards.store.ts";

/**
 * Finds a card to charge with its customer and its number; `undefined` if the merchant has no such customer.
 *
 * @throws StoredCardUnreadable
 */
export type FindChargeableCard = (wanted: WantedChargeableCard) => Promise<CustomerWithCard | undefined>;

/** Returns a lookup whose simultaneous calls share a query. It caches nothing: a deleted card is never charged. */
export function createChargeableCardLookup(vault: Pick<Vault, "cardReader">): FindChargeableCard {
	const find = vault.cardReader(chargeableCards);
	return async (wanted) => {
		const found = isLookupId(wanted.customerLookupId) ? await find(wanted) : undefined;
		return found && { ...found.row, card: found.card };
	};
}
