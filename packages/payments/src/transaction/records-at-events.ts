import type { TransactionEvent } from "@cardseal/events";
import type { Database } from "@cardseal/platform/db";
import type { Transaction } from "../tables.ts";
import { unmodified } from "./reservations.store.ts";
import { recordOf, type TransactionRecord } from "./transaction-record.ts";
import { findTransactionsByIds } from "./transactions.store.ts";

export async function transactionRecordsAt(
	database: Database,
	events: TransactionEvent[],
): Promise<TransactionRecord[]> {
	if (events.length === 0) return [];
	const found = await findTransactionsByIds(database, [...new Set(events.map(({ id }) => id))]);
	const transactions = new Map(found.map((transaction) => [transaction.id, transaction]));
	return events.map((event) => {
		const transaction = transactions.get(event.id);
		if (transaction === undefined) throw new Error("An event is about a transaction that does not exist.");
		return recordOf(transactionAt(transaction, event.type));
	});
}

/** Undoes later modifications. Later details of the outcome, such as `avs_result`, are shown. */
function transactionAt(now: Transaction, type: TransactionEvent["type"]): Transaction {
	return {
		...now,
		...unmodified,
		captured: now.type === "authorization" ? false : now.captured,
		voided_by: type === "transaction.voided" ? now.voided_by : null,
	};
}
