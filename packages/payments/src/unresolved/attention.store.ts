import type { Database } from "@cardseal/platform/db";
import { sql } from "kysely";
import type { PendingState, Transaction } from "../tables.ts";

/** The states that only the operator can end. */
export type AttentionState = Extract<PendingState, "unknown" | "differs">;

/** The condition of the partial index. */
const needsAttention = sql<boolean>`pending_transactions.state in ('unknown', 'differs')`;

export type NeedingAttention = Transaction & { state: AttentionState };

function transactionsNeedingAttention(database: Database) {
	return database
		.selectFrom("pending_transactions")
		.innerJoin("transactions", "transactions.transaction_id", "pending_transactions.transaction_id")
		.where(needsAttention);
}

/** Lists oldest first. */
export function listNeedingAttention(
	database: Database,
	{ account, transactionIds, limit }: { account?: string | undefined; transactionIds?: string[]; limit: number },
): Promise<NeedingAttention[]> {
	return transactionsNeedingAttention(database)
		.$if(account !== undefined, (query) => query.where("processor_account", "=", account ?? null))
		.$if(transactionIds !== undefined, (query) =>
			query.where("transactions.transaction_id", "=", sql<string>`any(${transactionIds}::text[])`),
		)
		.selectAll("transactions")
		.select(sql<AttentionState>`pending_transactions.state`.as("state"))
		.orderBy("transactions.id")
		.limit(limit)
		.execute();
}

export async function findNeedingAttention(
	database: Database,
	transactionId: string,
): Promise<NeedingAttention | undefined> {
	const [found] = await listNeedingAttention(database, { transactionIds: [transactionId], limit: 1 });
	return found;
}

/** `since` is the time of the oldest, ms since 1970. */
export async function countNeedingAttention(
	database: Database,
	merchantId: number,
): Promise<{ count: number; since: number | null }> {
	const { count, since } = await transactionsNeedingAttention(database)
		.select((row) => [row.fn.countAll<number>().as("count"), row.fn.min("transactions.created_at").as("since")])
		.where("transactions.merchant_id", "=", merchantId)
		.executeTakeFirstOrThrow();
	return { count: Number(count), since };
}
