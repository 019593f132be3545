import type { BatchQueue } from "@cardseal/batch";
import { createCardTestingProtection, createChargeableCardLookup } from "@cardseal/customers";
import type { Payments } from "./payments.ts";
import type { ProcessorChoice } from "./processor-choice.ts";
import { findDeclineWords } from "./submission/decline-words.store.ts";
import { createTransactionWriter, type OnBatch } from "./submission/transaction-writer.ts";

interface PaymentsOptions extends Pick<Payments, "database" | "vault" | "clocks" | "log" | "processorTimeoutMs"> {
	/** Default: never restored, for programs that take no requests. */
	restoredAt?: Payments["restoredAt"];
	findLostFrom?: Payments["findLostFrom"];
	choice: ProcessorChoice;
	/** Default: none, for programs that send no payer to a bank. */
	publicUrl?: string;
	queue?: BatchQueue;
	onBatch?: OnBatch | undefined;
}

export function createPayments({ choice, queue, onBatch, ...context }: PaymentsOptions): Payments {
	const { database, vault, clocks, log } = context;
	return {
		publicUrl: "",
		restoredAt: () => 0,
		findLostFrom: async () => undefined,
		...context,
		...choice,
		writer: createTransactionWriter(database, queue, onBatch),
		findChargeableCard: createChargeableCardLookup(vault),
		cardTesting: createCardTestingProtection({
			database,
			vault,
			clock: clocks.real,
			log,
			findDeclineWords: (of) => findDeclineWords(database, of),
		}),
	};
}
