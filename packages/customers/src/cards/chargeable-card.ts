import { isLookupId } from "@cardseal/platform";
import type { Vault } from "@cardseal/vault";
import { type CustomerWithCard, chargeableCards, type WantedChargeableCard } from "./cards.store.ts";

/**
 * Returns `undefined` for an unknown customer.
 *
 * @throws StoredCardUnreadable
 */
export type FindChargeableCard = (wanted: WantedChargeableCard) => Promise<CustomerWithCard | undefined>;

/** Simultaneous calls share a query. Nothing is cached: a deleted card is never charged. */
export function createChargeableCardLookup(vault: Pick<Vault, "cardReader">): FindChargeableCard {
	const find = vault.cardReader(chargeableCards);
	return async (wanted) => {
		const found = isLookupId(wanted.customerLookupId) ? await find(wanted) : undefined;
		return found && { ...found.row, card: found.card };
	};
}
