import type { Transaction, TransactionStatus } from "@cardseal/payments";
import type { Database, PageRequest } from "@cardseal/platform/db";
import type { DeclineCode } from "@cardseal/vault";
import { sql } from "kysely";

export interface ListedAttempt extends Pick<Transaction, "decline_class" | "advice_code"> {
	/** The transaction's row id, a key of the paging. */
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

/** Lists up to `limit + 1` attempts, nearest first. */
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
			"decline_class",
			"advice_code",
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
