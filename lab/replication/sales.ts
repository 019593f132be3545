import { setTimeout as delay } from "node:timers/promises";
import type { DemoFile } from "@cardseal/gateway";
import { sql } from "kysely";
import { type Database, openDatabase } from "../../packages/platform/src/db/database.ts";
import { isAnyEventWaiting, sellersEvents } from "../../test/faults/event-queries.ts";
import { randomFrom } from "../../test/faults/random.ts";
import type { EventRow, Evidence, JournalRow, SaleRow } from "../../test/faults/verdict.ts";
import { type Counter, drawIntent, drawTestCard, makeSale, type Outcome } from "../../test/faults/writer.ts";
import type { GatewayProcess } from "../../test/fixtures/gateway-process.ts";

export interface Sales {
	outcomes: Outcome[];
	/** The times of responses, in ms of `performance.now()`. */
	acknowledgedAt: number[];
}

/** Signs in at a gateway. */
export async function counterOf(gateway: GatewayProcess, demo: DemoFile): Promise<Counter> {
	const { client_id, client_secret, public_key } = demo;
	const body = new URLSearchParams({ grant_type: "client_credentials", client_id, client_secret });
	const response = await fetch(`${gateway.url}/oauth/token`, { method: "POST", body });
	const { access_token } = (await response.json()) as { access_token: string };
	return { url: gateway.url, bearerToken: access_token, publicKey: public_key, open: async () => undefined };
}

/** Sells until closed, and finishes sales in flight. Writers are spread over the gateways. */
export function sell(counters: Counter[], options: { writers: number; seed: number; closing: AbortSignal }) {
	const sales: Sales = { outcomes: [], acknowledgedAt: [] };
	const write = async (counter: Counter, index: number) => {
		const random = randomFrom(options.seed + index);
		for (let number = 1; !options.closing.aborted; number++) {
			const outcome = await makeSale(counter, drawIntent(random, `writer-${index}-sale-${number}`, drawTestCard));
			sales.outcomes.push(outcome);
			if (outcome.response.kind === "acknowledged") sales.acknowledgedAt.push(performance.now());
		}
	};
	const writing = Array.from({ length: options.writers }, (_, index) =>
		write(counters[index % counters.length] as Counter, index + 1),
	);
	return { sales, done: Promise.all(writing).then(() => sales) };
}

const eventLimitMs = 30_000;

/** Waits until every event has its sequence number. After the limit the evidence shows what is missing. */
async function waitForSequences(database: Database): Promise<void> {
	for (const begun = performance.now(); performance.now() - begun < eventLimitMs; ) {
		const { rows } = await sql<{ waits: boolean }>`${sql.raw(isAnyEventWaiting)}`.execute(database);
		if (rows[0]?.waits === false) return;
		await delay(100);
	}
}

/** Reads the records of the gateway and of the demo processor. */
export async function collectEvidence(url: string, { outcomes }: Sales): Promise<Evidence> {
	const database = openDatabase({ url, maximumConnections: 1 });
	try {
		await waitForSequences(database);
		return await database
			.transaction()
			.setIsolationLevel("repeatable read")
			.execute(async (snapshot) => {
				const sales = await sql<SaleRow>`
					select transaction_id, invoice_id, status, amount_cents from transactions`.execute(snapshot);
				const journal = await sql<JournalRow>`
					select reference, result, amount_cents from demo_processor.journal`.execute(snapshot);
				const { rows: events } = await sql<EventRow>`${sql.raw(sellersEvents)}`.execute(snapshot);
				return { outcomes, sales: sales.rows, journal: journal.rows, events };
			});
	} finally {
		await database.destroy();
	}
}
