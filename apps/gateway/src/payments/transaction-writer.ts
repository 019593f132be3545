import { createSerialQueue, inBatches, type SerialQueue, wasRefused } from "@cardseal/batch";
import type { Database } from "../db/database.ts";
import { type DecidedTransaction, recordModificationOutcome, recordOutcomes } from "./outcomes.store.ts";
import { type AlreadyThere, claimsOf, insertPending, type TransactionToWrite } from "./pending.store.ts";
import type { Transaction } from "./tables.ts";

/** The two writes of a charge's life. Charges at the same time share a statement, and so a flush of the log to disk. */
export interface TransactionWriter {
	/** Writes a charge down as PENDING, before the processor hears of it; returns it with its id. */
	insertPending(charge: TransactionToWrite): Promise<Transaction | AlreadyThere>;
	/** Writes the outcome of what is PENDING. `false` when it has one already, which nothing changes any more. */
	recordOutcome(decided: DecidedTransaction): Promise<boolean>;
}

const maximumTransactions = 200;

/** @param lane where the two writes take turns with each other, and with whatever shares it */
export function transactionWriter(database: Database, lane: SerialQueue = createSerialQueue()): TransactionWriter {
	const insert = inBatches({
		run: (charges: TransactionToWrite[]) => insertPending(database, charges),
		maximumItems: maximumTransactions,
		claimsOf,
		isItemsFault: wasRefused,
		lane,
	});
	const recordOutcome = inBatches({
		run: (decided: DecidedTransaction[]) => recordOutcomes(database, decided),
		maximumItems: maximumTransactions,
		isItemsFault: wasRefused,
		lane,
	});
	return {
		async insertPending(charge) {
			try {
				return await insert(charge);
			} catch (error) {
				if (!wasRefused(error)) throw error;
				// Another gateway may have been quicker between our look and our insert: by now there is something to be seen.
				return insert(charge);
			}
		},
		// What follows a charge changes another row as well, so it is never one of many that wait for each other's rows.
		recordOutcome: (decided) =>
			decided.isModification ? recordModificationOutcome(database, decided) : recordOutcome(decided),
	};
}
