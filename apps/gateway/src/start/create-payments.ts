import { createSerialQueue } from "@cardseal/batch";
import { DemoProcessor, type Processor, type Vault } from "@cardseal/vault";
import { createCardTestingProtection } from "../card-testing/protection.ts";
import type { Clocks } from "../clock.ts";
import { createChargeableCardLookup } from "../customers/cards/cards.store.ts";
import type { Database } from "../db/database.ts";
import type { Merchant } from "../merchants/merchant.ts";
import type { Payments } from "../payments/payments.ts";
import { transactionWriter } from "../payments/submission/transaction-writer.ts";
import { Problem } from "../problem.ts";
import type { Starting } from "./starting.ts";

export function createPayments(
	{ config, log, ports }: Starting,
	database: Database,
	vault: Vault,
	clocks: Clocks,
): Payments {
	// One queue for all merchants, for few and large writes. A live charge may wait briefly for demo charges.
	const queue = createSerialQueue();
	const demoProcessor = new DemoProcessor({
		database: database.withTables(),
		queue,
		now: () => clocks.business.now(),
		...(ports.processorFault && { faultOf: ports.processorFault }),
	});
	// The demo processor must never decide about real money (rule X-55).
	const processors: Record<Merchant["mode"], Processor | undefined> = {
		demo: demoProcessor,
		live: ports.liveProcessor,
	};
	return {
		database,
		writer: transactionWriter(database, queue),
		findChargeableCard: createChargeableCardLookup(database),
		vault,
		clocks,
		cardTesting: createCardTestingProtection({ database, vault, clock: clocks.real, log }),
		log,
		processorTimeoutMs: config.processorTimeoutMs,
		processorFor(merchant: Merchant) {
			const processor = processors[merchant.mode];
			if (processor !== undefined) return processor;
			throw new Problem(
				"processor_not_connected",
				"No processor is connected for live merchants yet. Nothing was charged.",
			);
		},
		processorNamed(name) {
			const processor = Object.values(processors).find((one) => one?.name === name);
			if (processor !== undefined) return processor;
			throw new Error(`There is no processor named ${name}.`);
		},
	};
}
