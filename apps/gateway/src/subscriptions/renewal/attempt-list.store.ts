import type { DeclineCode } from "@cardseal/vault";
import { sql } from "kysely";
import type { Database } from "../../db/database.ts";
import type { PageRequest } from "../../db/paging.ts";
import type { TransactionStatus } from "../../payments/transaction/transaction.ts";

export interface ListedAttempt {
	/** The row id of the transaction. Like its `created_at`, the key of the paging. */
	id: number;
	created_at: number;
	period: number;
	attempt: number;
	attempted_at: number;
	transaction_id: string;
	status: TransactionStatus;
	message: string | null;
	decline_code: DeclineCode | null;
	amount_cents: number;
	currency: string;
	card_type: string;
	card_suffix: string;
}

export async function findSubscriptionRow(
	database: Database,
	merchantId: number,
	lookupId: string,
): Promise<number | undefined> {
	const row = await database
		.selectFrom("subscriptions")
		.select("id")
		.where("merchant_id", "=", merchantId)
		.where("lookup_id", "=", lookupId)
		.executeTakeFirst();
	return row?.id;
}

/** Lists up to `limit + 1` attempts beyond the page's position, nearest first. */
export function listAttempts(
	database: Database,
	subscriptionId: number,
	{ limit, beyond }: PageRequest,
): Promise<ListedAttempt[]> {
	const isBackwards = beyond?.direction === "before";
	const all = database
		.selectFrom("renewal_attempts")
		.innerJoin("transactions", "transactions.transaction_id", "renewal_attempts.transaction_id")
		.select([
			"transactions.id",
			"transactions.created_at",
			"period",
			"attempt",
			"attempted_at",
			"transactions.transaction_id",
			"status",
			"message",
			"decline_code",
			"amount_cents",
			"currency",
			"card_type",
			"card_suffix",
		])
		.where("subscription_id", "=", subscriptionId);
	const { createdAt = 0, id = 0 } = beyond?.position ?? {};
	const place = sql<boolean>`
		(transactions.created_at, transactions.id) ${isBackwards ? sql`>` : sql`<`} (${createdAt}::bigint, ${id}::bigint)`;
	const order = isBackwards ? "asc" : "desc";
	return (beyond === undefined ? all : all.where(place))
		.orderBy("transactions.created_at", order)
		.orderBy("transactions.id", order)
		.limit(limit + 1)
		.execute();
}

/** Finds the subscription that a transaction renewed. */
export async function findRenewed(
	database: Database,
	merchantId: number,
	transactionId: string,
): Promise<{ lookup_id: string; name: string } | undefined> {
	return database
		.selectFrom("renewal_attempts")
		.innerJoin("subscriptions", "subscriptions.id", "renewal_attempts.subscription_id")
		.select(["subscriptions.lookup_id", "subscriptions.name"])
		.where("renewal_attempts.transaction_id", "=", transactionId)
		.where("subscriptions.merchant_id", "=", merchantId)
		.executeTakeFirst();
}
