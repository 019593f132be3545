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
import { type Far, type FarName, startFar } from "./live-far.ts";

const faultShare = 0.2;
/** Longer than the gateway's time limit for processors. */
const waitingMs = 1_500;
const decidingMs = 500;

/** A live gateway's side of a run: its merchant's account is at a processor with faults. */
export async function liveSide(seed: number, name: FarName): Promise<Side> {
	const drawFault = faultsFromSeed(seed, faultShare);
	let hasFaults = true;
	const far = await startFar(name, { faultOf: (kind) => (hasFaults ? drawFault(kind) : undefined), waitingMs });
	const { simulator, adapter } = far;
	const masterKey = generateMasterKey();
	const ended = new AbortController();
	const deciding = decideAgainAndAgain(far, ended.signal);
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
		async account(_gateway, dataDirectory) {
			const server = await startEmbeddedDatabase({ dataDirectory, log: () => undefined });
			const database = openDatabase({ url: server.url, maximumConnections: 2 });
			const clocks = { business: systemClock, real: systemClock };
			const tables = database.withTables();
			const place = { tables, masterKey, clocks, acquirer: simulator, processor: adapter };
			const merchant = await addLiveMerchant(place);
			await database.destroy();
			await server.stop();
			return merchant;
		},
		drawCard: (random) => random.pick(liveCards),
		endFaults() {
			hasFaults = false;
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

async function decideAgainAndAgain({ decide }: Far, ended: AbortSignal): Promise<void> {
	while (!ended.aborted) {
		await decide();
		await delay(decidingMs, undefined, { signal: ended }).catch(() => undefined);
	}
}
