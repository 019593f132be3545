import type { BatchQueue } from "@cardseal/batch";
import { DemoProcessor, type Processor, type ProcessorRequest, type Vault } from "@cardseal/vault";
import { type AcquirerRequest, startAcquirer } from "../../../packages/processor-kit/src/acquirer.ts";
import { createExampleProcessor } from "../../../packages/processor-kit/src/example.ts";
import type { TransportFault } from "../../../packages/processor-kit/src/index.ts";
import type { TestClocks } from "../../fixtures/clock.ts";
import type { AllTables } from "../../fixtures/tables.ts";

/** An entry in a processor's books. */
export interface JournalEntry {
	reference: string;
	result: string;
	amountCents: number;
}

/** The processor of a world. Odd whole dollars are approved, even ones declined. */
export interface Side {
	processor: Processor;
	/** Submits a request that never arrives, or whose answer is lost. */
	submitWithFault(request: ProcessorRequest, fault: "never_received" | "answer_lost"): ReturnType<Processor["submit"]>;
	/** Returns one entry for each reference that was submitted or inquired about. */
	journal(references: string[]): Promise<JournalEntry[]>;
	close(): Promise<void>;
}

export interface SidePlace {
	tables: AllTables;
	clocks: TestClocks;
	vault: Vault;
	/** The queue of all writes of charges. */
	queue: BatchQueue;
}

/** The demo processor, without a network. */
async function demoSide({ tables, clocks, queue }: SidePlace): Promise<Side> {
	const processor = new DemoProcessor({ database: tables.withTables(), queue, now: () => clocks.business.now() });
	return {
		processor,
		async submitWithFault(request, fault) {
			if (fault === "answer_lost") await processor.submit(request);
			throw new Error("The line is down.");
		},
		async journal(references) {
			const rows = await tables
				.selectFrom("demo_processor.journal")
				.select(["reference", "result", "amount_cents"])
				.where("reference", "in", references)
				.execute();
			return rows.map(({ amount_cents, ...row }) => ({ ...row, amountCents: amount_cents }));
		},
		close: async () => undefined,
	};
}

const faults: Record<"never_received" | "answer_lost", readonly TransportFault[]> = {
	never_received: ["reset_before", "error_500_before", "rate_limited"],
	answer_lost: ["reset_after", "torn", "error_500_after", "html_502", "html_200", "empty_200"],
};

/** Shorter than the time that recovery waits for. */
const maximumDelayMs = 30_000;

/** The example adapter with its journal, at the acquirer. */
async function acquirerSide({ tables, clocks, vault }: SidePlace): Promise<Side> {
	const acquirer = await startAcquirer({ now: () => clocks.business.now(), declineOf });
	const adapter = createExampleProcessor({ url: acquirer.network.url, maximumDelayMs });
	const account = { id: "account", merchantId: 1 };
	const database: Parameters<Vault["storeProcessorAccount"]>[0] = tables.withTables();
	await database
		.transaction()
		.execute((transaction) => vault.storeProcessorAccount(transaction, { account, secrets: acquirer.network.account }));
	const processor = vault.connectProcessor(adapter, account);
	let drawn = 0;
	return {
		processor,
		async submitWithFault(request, fault) {
			drawn += 1;
			acquirer.failNext("submit", faults[fault][drawn % faults[fault].length] ?? "reset_before");
			return processor.submit(request);
		},
		async journal(references) {
			const entries = references.map(async (reference): Promise<JournalEntry[]> => {
				const booked = await acquirer.booked(reference);
				if (booked.length === 0) return [{ reference, result: "not_received", amountCents: 0 }];
				return booked.map(({ result, amountCents }) => ({ reference, result, amountCents }));
			});
			return (await Promise.all(entries)).flat();
		},
		close: () => acquirer.stop(),
	};
}

function declineOf({ type, amount }: AcquirerRequest): string | undefined {
	const movesMoney = type !== "verification" && type !== "void";
	return movesMoney && Math.floor(amount / 100) % 2 === 0 ? "05" : undefined;
}

export const openSide = { demo: demoSide, acquirer: acquirerSide };

export type SideKind = keyof typeof openSide;
