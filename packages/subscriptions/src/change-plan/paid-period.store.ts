import type { Database } from "@cardseal/platform/db";
import { dueAt } from "../calendar.ts";
import type { Subscription } from "../tables.ts";

/** Finds the paid period of a row that an earlier version wrote. */
export async function withPaidPeriod<Row extends Subscription>(database: Database, subscription: Row): Promise<Row> {
	const { id, paid_from, completed_cycles } = subscription;
	if (paid_from !== null || completed_cycles === 0) return subscription;
	const last = await database
		.selectFrom("renewal_attempts")
		.innerJoin("transactions", "transactions.transaction_id", "renewal_attempts.transaction_id")
		.select(["period", "transactions.transaction_id", "amount_cents"])
		.where("subscription_id", "=", id)
		.where("status", "=", "APPROVED")
		.orderBy("period", "desc")
		.limit(1)
		.executeTakeFirst();
	if (last === undefined) return subscription;
	return {
		...subscription,
		paid_from: dueAt(subscription, last.period),
		paid_until: dueAt(subscription, last.period + 1),
		paid_cents: last.amount_cents,
		paid_transaction_id: last.transaction_id,
	};
}
