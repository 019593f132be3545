import type { Database } from "../db/database.ts";
import type { Customer } from "../db/schema.ts";
import { Problem } from "../problem.ts";
import { currentStatuses } from "./status.ts";
import { countSubscriptions } from "./subscriptions.store.ts";

/** Every answer shows them all, so somebody's thousands would hold up everybody. */
const maximumCurrent = 100;

/** How many of those that are over an answer shows, the newest. */
export const maximumEndedShown = 100;

const tooMany = () =>
	new Problem(
		"BAD_REQUEST",
		`This customer has ${maximumCurrent} subscriptions that are not over. Cancel one of them first.`,
	);

/**
 * For one more that is not over. Whoever calls this has the customer locked.
 *
 * @throws Problem 400
 */
export async function requireRoom(transaction: Database, customer: Customer): Promise<void> {
	if ((await countSubscriptions(transaction, customer, currentStatuses)) >= maximumCurrent) throw tooMany();
}
