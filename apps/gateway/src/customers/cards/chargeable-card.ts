import { inBatches } from "@cardseal/batch";
import type { Database } from "../../db/database.ts";
import { isLookupId } from "../../ids.ts";
import { type CustomerWithCard, findChargeableCards, type WantedChargeableCard } from "./cards.store.ts";

/** Finds a card to be charged together with its customer; `undefined` where the merchant has no such customer. */
export type FindChargeableCard = (wanted: WantedChargeableCard) => Promise<CustomerWithCard | undefined>;

const maximumCardsPerQuery = 200;

/** Nothing is kept: charges at the same time share a query instead, so a card that was deleted is charged no more. */
export function chargeableCardLookup(database: Database): FindChargeableCard {
	const find = inBatches({
		run: (wanted: WantedChargeableCard[]) => findChargeableCards(database, wanted),
		maximumItems: maximumCardsPerQuery,
	});
	return async (wanted) => (isLookupId(wanted.customerLookupId) ? find(wanted) : undefined);
}
