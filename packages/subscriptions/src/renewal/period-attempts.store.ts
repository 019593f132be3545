import type { Transaction } from "@cardseal/payments";
import type { Database } from "@cardseal/platform/db";

export type PeriodAttempt = Pick<Transaction, "transaction_id" | "status" | "decline_code">;

/** Lists the attempts of one period, newest first. */
export function listPeriodAttempts(
	database: Database,
	{ subscriptionId, period }: { subscriptionId: number; period: number },
): Promise<PeriodAttempt[]> {
	return database
		.selectFrom("renewal_attempts")
		.innerJoin("transactions", "transactions.transaction_id", "renewal_attempts.transaction_id")
		.select(["transactions.transaction_id", "transactions.status", "transactions.decline_code"])
		.where("renewal_attempts.subscription_id", "=", subscriptionId)
		.where("renewal_attempts.period", "=", period)
		.orderBy("renewal_attempts.attempt", "desc")
		.execute();
}
