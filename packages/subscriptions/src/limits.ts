import type { Customer } from "@cardseal/customers";
import { Problem } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { currentStatuses } from "./status.ts";
import { countSubscriptions, type Shown } from "./subscriptions.store.ts";

/** Limited, since every customer response shows them all. */
const maximumCurrent = 100;

export const shownSubscriptions: Shown = { statuses: currentStatuses, maximumOthers: 100 };

const tooMany = () =>
	new Problem(
		"too_many_subscriptions",
		`This customer has ${maximumCurrent} current subscriptions. Cancel one of them first.`,
	);

/**
 * The caller has the customer locked.
 *
 * @throws Problem 400
 */
export async function requireRoom(transaction: Database, customer: Customer): Promise<void> {
	if ((await countSubscriptions(transaction, customer, currentStatuses)) >= maximumCurrent) throw tooMany();
}
