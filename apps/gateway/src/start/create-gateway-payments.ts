import { createBatchQueue } from "@cardseal/batch";
import type { Processors } from "@cardseal/merchants";
import type { Payments } from "@cardseal/payments";
import { createPayments, createProcessorChoice, observedPayments } from "@cardseal/payments/gateway";
import type { Clocks } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { type DemoBank, DemoProcessor, type Vault } from "@cardseal/vault";
import type { RestoredMode } from "../restore/restored-mode.ts";
import { findLostFrom } from "../restore/restores.store.ts";
import { unlessRestored } from "../restore/unless-restored.ts";
import type { Starting } from "./starting.ts";

interface PaymentsOptions {
	database: Database;
	vault: Vault;
	clocks: Clocks;
	processors: Processors;
	restored: RestoredMode;
	/** Absent: demo charges are not authenticated. */
	bank: DemoBank | undefined;
}

/** No request leaves while the database is restored. */
export function createGatewayPayments(
	{ config, log, ports, metrics, tracing, publicUrl }: Starting,
	{ database, vault, clocks, processors, restored, bank }: PaymentsOptions,
): Payments {
	// One queue makes few and large writes.
	const queue = createBatchQueue();
	const demoProcessor = new DemoProcessor({
		database: database.withTables(),
		queue,
		bank,
		now: () => clocks.business.now(),
		...(ports.processorFault && { faultOf: ports.processorFault }),
	});
	const onBatch = metrics && ((statement: string, size: number) => metrics.observe("batches", { statement }, size));
	const choice = createProcessorChoice({ database, vault, processors, demoProcessor });
	const payments = createPayments({
		database,
		vault,
		clocks,
		log,
		processorTimeoutMs: config.processorTimeoutMs,
		publicUrl,
		restoredAt: () => restored.tokensFrom,
		findLostFrom: (endedAfter) => findLostFrom(database, endedAfter),
		choice: unlessRestored(choice, restored),
		queue,
		onBatch,
	});
	return metrics === undefined && tracing === undefined ? payments : observedPayments(payments, metrics);
}
