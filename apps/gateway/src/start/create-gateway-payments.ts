import { createBatchQueue } from "@cardseal/batch";
import type { Payments } from "@cardseal/payments";
import { createPayments, createProcessorChoice, observedPayments } from "@cardseal/payments/gateway";
import { type DemoBank, DemoProcessor } from "@cardseal/vault";
import { findLostFrom } from "../restore/restores.store.ts";
import { unlessRestored } from "../restore/unless-restored.ts";
import type { Core } from "./open-core.ts";
import type { Starting } from "./starting.ts";

/**
 * No request leaves while the database is restored.
 * @param bank absent: demo charges are not authenticated
 */
export function createGatewayPayments(
	{ config, log, ports, metrics, tracing, publicUrl }: Starting,
	{ database, vault, clocks, processors, restored }: Core,
	bank: DemoBank | undefined,
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
		onBatch: metrics && ((statement, size) => metrics.observe("batches", { statement }, size)),
	});
	return metrics === undefined && tracing === undefined ? payments : observedPayments(payments, metrics);
}
