import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { generateMasterKey } from "@cardseal/vault";
import { startEmbeddedDatabase } from "../packages/local-postgres/src/start.ts";
import { systemClock } from "../packages/platform/src/clock.ts";
import { openDatabase } from "../packages/platform/src/db/database.ts";
import { type Acquirer, faultsFromSeed, startAcquirer } from "../packages/processor-kit/src/acquirer.ts";
import { addLiveMerchant, decideAccepted, liveCards } from "../test/faults/live/live-merchant.ts";
import type { JournalRow } from "../test/faults/verdict.ts";
import type { Side } from "./kill-run.ts";

const faultShare = 0.2;
/** Longer than the gateway's time limit for processors. */
const waitingMs = 1_500;
const decidingMs = 500;

/** A live gateway's side of a run: its merchant's account is at an acquirer with faults. */
export async function liveSide(seed: number): Promise<Side> {
	const drawFault = faultsFromSeed(seed, faultShare);
	let hasFaults = true;
	const acquirer = await startAcquirer({
		now: systemClock.now,
		faultOf: (kind) => (hasFaults ? drawFault(kind) : undefined),
		waitingMs,
	});
	const masterKey = generateMasterKey();
	const ended = new AbortController();
	const deciding = decideAgainAndAgain(acquirer, ended.signal);
	return {
		async prepare(dataDirectory) {
			const masterKeyFile = join(dataDirectory, "master.key");
			await writeFile(masterKeyFile, masterKey, { mode: 0o600 });
			return {
				SANDBOX: "0",
				MASTER_KEY_FILE: masterKeyFile,
				PROCESSORS_MODULE: join(import.meta.dirname, "processors.ts"),
				LIVE_ACQUIRER_URL: acquirer.network.url,
			};
		},
		async account(_gateway, dataDirectory) {
			const server = await startEmbeddedDatabase({ dataDirectory, log: () => undefined });
			const database = openDatabase({ url: server.url, maximumConnections: 2 });
			const clocks = { business: systemClock, real: systemClock };
			const merchant = await addLiveMerchant({ tables: database.withTables(), masterKey, clocks, acquirer });
			await database.destroy();
			await server.stop();
			return merchant;
		},
		drawCard: (random) => random.pick(liveCards),
		endFaults() {
			hasFaults = false;
		},
		async journal() {
			const references = await acquirer.references();
			const rows = references.map(async (reference): Promise<JournalRow[]> => {
				const entries = await acquirer.booked(reference);
				return entries.map(({ result, amountCents }) => ({ reference, result, amount_cents: amountCents }));
			});
			return (await Promise.all(rows)).flat();
		},
		async stop() {
			ended.abort();
			await deciding;
			await acquirer.stop();
		},
	};
}

async function decideAgainAndAgain(acquirer: Acquirer, ended: AbortSignal): Promise<void> {
	while (!ended.aborted) {
		await decideAccepted(acquirer);
		await delay(decidingMs, undefined, { signal: ended }).catch(() => undefined);
	}
}
