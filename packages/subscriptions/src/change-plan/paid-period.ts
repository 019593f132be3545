import type { Database } from "@cardseal/platform/db";
import { dueAt } from "../calendar.ts";
import type { Subscription } from "../tables.ts";
import { findLastPaidPeriod } from "./paid-period.store.ts";

/** Finds the paid period of a row that an earlier version wrote. */
export async function withPaidPeriod<Row extends Subscription>(database: Database, subscription: Row): Promise<Row> {
	if (subscription.paid_from !== null || subscription.completed_cycles === 0) return subscription;
	const last = await findLastPaidPeriod(database, subscription.id);
	if (last === undefined) return subscription;
	return {
		...subscription,
		paid_from: dueAt(subscription, last.period),
		paid_until: dueAt(subscription, last.period + 1),
		paid_cents: last.amount_cents,
		paid_transaction_id: last.transaction_id,
	};
}
