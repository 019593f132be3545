import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { generateMasterKey } from "@cardseal/vault";
import { startEmbeddedDatabase } from "../packages/local-postgres/src/start.ts";
import { systemClock } from "../packages/platform/src/clock.ts";
import { openDatabase } from "../packages/platform/src/db/database.ts";
import { faultsFromSeed } from "../packages/processor-kit/src/acquirer.ts";
import { addLiveMerchant, liveCards } from "../test/faults/live/live-merchant.ts";
import type { JournalRow } from "../test/faults/verdict.ts";
import type { Side } from "./kill-run.ts";
import { type FarName, startFar } from "./live-far.ts";

const faultShare = 0.2;
/** Longer than the gateway's time limit for processors. */
const waitingMs = 1_500;
const decidingMs = 500;

/** A live gateway's side of a run: its merchant's account is at a processor with faults. */
export async function liveSide(seed: number, name: FarName): Promise<Side> {
	const drawFault = faultsFromSeed(seed, faultShare);
	let faultsEndedAt: number | undefined;
	const far = await startFar(name, {
		faultOf: (kind) => (faultsEndedAt === undefined ? drawFault(kind) : undefined),
		waitingMs,
	});
	const { simulator, adapter } = far;
	const masterKey = generateMasterKey();
	const ended = new AbortController();
	let webhookUrl: string | undefined;

	async function decideAgainAndAgain(): Promise<void> {
		while (!ended.signal.aborted) {
			if (webhookUrl !== undefined) await far.decide(webhookUrl);
			// A late request has arrived by then.
			if (faultsEndedAt !== undefined && performance.now() - faultsEndedAt > 2 * waitingMs) far.endDay?.();
			await delay(decidingMs, undefined, { signal: ended.signal }).catch(() => undefined);
		}
	}

	const deciding = decideAgainAndAgain();
	return {
		async prepare(dataDirectory) {
			const masterKeyFile = join(dataDirectory, "master.key");
			await writeFile(masterKeyFile, masterKey, { mode: 0o600 });
			return {
				SANDBOX: "0",
				MASTER_KEY_FILE: masterKeyFile,
				PROCESSORS_MODULE: far.modulePath,
				LIVE_ACQUIRER_URL: far.url,
			};
		},
		async account(gateway, dataDirectory) {
			const server = await startEmbeddedDatabase({ dataDirectory, log: () => undefined });
			const database = openDatabase({ url: server.url, maximumConnections: 2 });
			const clocks = { business: systemClock, real: systemClock };
			const tables = database.withTables();
			const place = { tables, masterKey, clocks, acquirer: simulator, processor: adapter };
			const merchant = await addLiveMerchant(place);
			await database.destroy();
			await server.stop();
			webhookUrl = `${gateway.url}/processors/${merchant.processorAccount}/webhook`;
			return merchant;
		},
		drawCard: (random) => random.pick(liveCards),
		endFaults() {
			faultsEndedAt = performance.now();
		},
		async journal() {
			const references = await simulator.references();
			const rows = references.map(async (reference): Promise<JournalRow[]> => {
				const entries = await simulator.booked(reference);
				return entries.map(({ result, amountCents }) => ({ reference, result, amount_cents: amountCents }));
			});
			return (await Promise.all(rows)).flat();
		},
		async stop() {
			ended.abort();
			await deciding;
			await far.stop();
		},
	};
}
