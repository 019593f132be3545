import { createSerialQueue } from "@cardseal/batch";
import { DemoProcessor, type Vault } from "@cardseal/vault";
import { createCardTestingProtection } from "../card-testing/protection.ts";
import type { Clocks } from "../clock.ts";
import { createChargeableCardLookup } from "../customers/cards/cards.store.ts";
import type { Database } from "../db/database.ts";
import type { Processors } from "../merchants/processor-accounts/load-processors.ts";
import { observedPayments } from "../payments/observed-payments.ts";
import type { Payments } from "../payments/payments.ts";
import { createProcessorChoice } from "../payments/processor-choice.ts";
import { transactionWriter } from "../payments/submission/transaction-writer.ts";
import { unlessRestored } from "../payments/unless-restored.ts";
import type { RestoredMode } from "../restored-mode/restored-mode.ts";
import type { Starting } from "./starting.ts";

interface PaymentsOptions {
	database: Database;
	vault: Vault;
	clocks: Clocks;
	processors: Processors;
	restored: RestoredMode;
}

export function createPayments(
	{ config, log, ports, metrics, tracing }: Starting,
	{ database, vault, clocks, processors, restored }: PaymentsOptions,
): Payments {
	// One queue for all merchants, for few and large writes. A live charge may wait briefly for demo charges.
	const queue = createSerialQueue();
	const demoProcessor = new DemoProcessor({
		database: database.withTables(),
		queue,
		now: () => clocks.business.now(),
		...(ports.processorFault && { faultOf: ports.processorFault }),
	});
	const onBatch = metrics && ((statement: string, size: number) => metrics.observe("batches", { statement }, size));
	const payments: Payments = {
		database,
		writer: transactionWriter(database, queue, onBatch),
		findChargeableCard: createChargeableCardLookup(database),
		vault,
		clocks,
		cardTesting: createCardTestingProtection({ database, vault, clock: clocks.real, log }),
		log,
		processorTimeoutMs: config.processorTimeoutMs,
		...unlessRestored(createProcessorChoice({ database, vault, processors, demoProcessor }), restored),
	};
	return metrics === undefined && tracing === undefined ? payments : observedPayments(payments, metrics);
}
