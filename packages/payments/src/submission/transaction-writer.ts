import { type BatchQueue, createBatchQueue, inBatches, wasRefused } from "@cardseal/batch";
import { type FirstNetworkId, keepNetworkIds } from "@cardseal/customers";
import type { Database } from "@cardseal/platform/db";
import type { Transaction } from "../tables.ts";
import { type DecidedTransaction, writeModificationOutcome, writeOutcomes } from "./outcomes.store.ts";
import { type AlreadyThere, claimsOf, insertPending, type TransactionToWrite } from "./pending.store.ts";

/** Simultaneous charges share a statement, and so one flush of the log to disk. */
export interface TransactionWriter {
	writePending(transaction: TransactionToWrite): Promise<Transaction | AlreadyThere>;
	/** Returns `false` after another outcome. */
	writeOutcome(decided: DecidedTransaction): Promise<boolean>;
	/** A card keeps its first id. */
	keepNetworkId(id: FirstNetworkId): Promise<void>;
}

const maximumTransactions = 200;

export type OnBatch = (statement: "pending" | "outcome", transactions: number) => void;

/** @param queue orders all statements, also of other writers */
export function createTransactionWriter(
	database: Database,
	queue: BatchQueue = createBatchQueue(),
	onBatch?: OnBatch,
): TransactionWriter {
	const insert = inBatches({
		run: (transactions: TransactionToWrite[]) => insertPending(database, transactions),
		maximumItems: maximumTransactions,
		claimsOf,
		isItemsFault: wasRefused,
		queue,
		onBatch: onBatch && ((transactions) => onBatch("pending", transactions)),
	});
	const write = inBatches({
		run: (decided: DecidedTransaction[]) => writeOutcomes(database, decided),
		maximumItems: maximumTransactions,
		// PostgreSQL would record either of two outcomes in one statement.
		claimsOf: ({ transactionId }) => [transactionId],
		isItemsFault: wasRefused,
		queue,
		onBatch: onBatch && ((transactions) => onBatch("outcome", transactions)),
	});
	const keepNetworkId = inBatches({
		async run(ids: FirstNetworkId[]) {
			await keepNetworkIds(database, ids);
			return ids.map(() => undefined);
		},
		maximumItems: maximumTransactions,
	});
	return {
		keepNetworkId,
		async writePending(transaction) {
			try {
				return await insert(transaction);
			} catch (error) {
				if (!wasRefused(error)) throw error;
				// Another gateway wrote the same claim; the second call finds it.
				return insert(transaction);
			}
		},
		// A modification also changes its original's row, and could deadlock in a shared statement.
		writeOutcome: (decided) => (decided.isModification ? writeModificationOutcome(database, decided) : write(decided)),
	};
}
