import type { Transaction } from "@cardseal/payments";
import { type Database, listNearest, type PageRequest } from "@cardseal/platform/db";

function selectAttempts(database: Database, subscriptionId: number) {
	return database
		.selectFrom("renewal_attempts")
		.innerJoin("transactions", "transactions.transaction_id", "renewal_attempts.transaction_id")
		.where("subscription_id", "=", subscriptionId);
}

/** Lists up to `limit + 1` attempts, nearest first. */
export function listAttempts(database: Database, subscriptionId: number, page: PageRequest) {
	const attempts = selectAttempts(database, subscriptionId)
		.select(["transactions.id", "transactions.created_at", "transactions.transaction_id"])
		.select(["period", "attempt", "attempted_at", "status", "message", "decline_code", "decline_class", "advice_code"])
		.select(["amount_cents", "currency", "card_type", "card_suffix"]);
	return listNearest(database, attempts, page);
}

export type PeriodAttempt = Pick<Transaction, "transaction_id" | "status" | "decline_code">;

/** Lists the attempts of one period, newest first. */
export function listPeriodAttempts(
	database: Database,
	{ subscriptionId, period }: { subscriptionId: number; period: number },
): Promise<PeriodAttempt[]> {
	return selectAttempts(database, subscriptionId)
		.select(["transactions.transaction_id", "transactions.status", "transactions.decline_code"])
		.where("renewal_attempts.period", "=", period)
		.orderBy("renewal_attempts.attempt", "desc")
		.execute();
}

/** Returns the last payment, of a row that an earlier version wrote. */
export function findLastPayment(
	database: Database,
	subscriptionId: number,
): Promise<{ period: number; transaction_id: string; amount_cents: number } | undefined> {
	return selectAttempts(database, subscriptionId)
		.select(["period", "transactions.transaction_id", "amount_cents"])
		.where("status", "=", "APPROVED")
		.orderBy("period", "desc")
		.limit(1)
		.executeTakeFirst();
}
