import { type BatchQueue, createBatchQueue, inBatches, wasRefused } from "@cardseal/batch";
import { type FirstNetworkId, keepNetworkIds } from "../../customers/cards/cards.store.ts";
import type { Database } from "../../db/database.ts";
import type { Transaction } from "../tables.ts";
import { type DecidedTransaction, writeModificationOutcome, writeOutcomes } from "./outcomes.store.ts";
import { type AlreadyThere, claimsOf, insertPending, type TransactionToWrite } from "./pending.store.ts";

/** The writes of a transaction. Simultaneous charges share a statement, and so one flush of the log to disk. */
export interface TransactionWriter {
	writePending(transaction: TransactionToWrite): Promise<Transaction | AlreadyThere>;
	/** Records the outcome of a PENDING transaction. Returns `false` if it has one already. */
	writeOutcome(decided: DecidedTransaction): Promise<boolean>;
	/** Keeps the network's id of a charge with its stored card, unless the card has one. */
	keepNetworkId(id: FirstNetworkId): Promise<void>;
}

const maximumTransactions = 200;

/** Called for each statement that writes charges or their outcomes, with their number. */
export type OnBatch = (statement: "pending" | "outcome", transactions: number) => void;

/** @param queue orders the statements of charges and outcomes, with those of other writers that share it */
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
		// Of two outcomes of one transaction in a statement, PostgreSQL would record either.
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
				// Another gateway wrote the same claim between lookup and insert; the second call finds it.
				return insert(transaction);
			}
		},
		// A capture, refund or void also changes its original's row: in a shared statement, such rows could deadlock.
		writeOutcome: (decided) => (decided.isModification ? writeModificationOutcome(database, decided) : write(decided)),
	};
}
