import type { Database } from "@cardseal/platform/db";

export function findLastPayment(
	database: Database,
	subscriptionId: number,
): Promise<{ period: number; transaction_id: string; amount_cents: number } | undefined> {
	return database
		.selectFrom("renewal_attempts")
		.innerJoin("transactions", "transactions.transaction_id", "renewal_attempts.transaction_id")
		.select(["period", "transactions.transaction_id", "amount_cents"])
		.where("subscription_id", "=", subscriptionId)
		.where("status", "=", "APPROVED")
		.orderBy("period", "desc")
		.limit(1)
		.executeTakeFirst();
}
