import { Problem } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import type { Customer } from "../tables.ts";
import { findCardIdsOf } from "./pending-cards.store.ts";

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
