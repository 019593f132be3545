import type { Customer } from "../customers/tables.ts";
import type { Database } from "../db/database.ts";
import { Problem } from "../problem.ts";
import { currentStatuses } from "./status.ts";
import { countSubscriptions, type Shown } from "./subscriptions.store.ts";

/** Every answer shows them all, so somebody's thousands would hold up everybody. */
const maximumCurrent = 100;

/** What an answer shows of a customer: all that are not over, and the newest of those that are. */
export const shownInAnswers: Shown = { statuses: currentStatuses, maximumOthers: 100 };

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
