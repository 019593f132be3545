import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { findCutoff, findLastSealed, findSealed, findWaiting, lockChain, moveIntoChain } from "./audit.store.ts";
import { type Head, headOf, type Mac, sealBehind } from "./chain.ts";
import { readHead, writeHead } from "./head-file.ts";

/** Events sealed in one transaction: they are read and sealed in one go, and requests wait meanwhile. */
const batchEvents = 200;

/** The chain no longer holds what this gateway has seen in it. Nothing is sealed behind it: that would bury the proof. */
class ChainCut extends Error {
	override readonly name = "ChainCut";

	constructor({ sequence }: Head) {
		super(
			`The audit log has lost or changed event ${sequence}, which was sealed before. Run npm run audit -- verify. ` +
				"After a restored backup, keep audit-head.json elsewhere and start again.",
		);
	}
}

export interface SealerOptions {
	database: Database;
	mac: Mac;
	/** Real time. */
	clock: Clock;
	/** Where the last head is kept; see `headFileIn`. */
	headFile: string;
}

/** Seals what waits, and remembers how far the chain has come. */
export type Sealer = () => Promise<void>;

/**
 * Opens a sealer. Several may work on one database: one seals at a time, and each holds the chain against the last head it
 * has seen itself, so that every gateway is a witness.
 *
 * @throws ConfigError when the kept head cannot be read
 */
export async function openSealer({ database, mac, clock, headFile }: SealerOptions): Promise<Sealer> {
	let seen = await readHead(headFile);

	async function remember(head: Head): Promise<void> {
		if (head.sequence === seen?.sequence) return;
		// After the commit: a head that was rolled back would later be missed.
		await writeHead(headFile, head);
		seen = head;
	}

	return async () => {
		for (let more = true; more; ) {
			const batch = await sealBatch(database, mac, clock, seen);
			if (batch.head !== undefined) await remember(batch.head);
			more = batch.sealed === batchEvents;
		}
	};
}

async function sealBatch(database: Database, mac: Mac, clock: Clock, seen: Head | undefined) {
	return database.transaction().execute(async (transaction) => {
		await lockChain(transaction);
		if (seen !== undefined) await requireSeen(transaction, seen);
		const last = await findLastSealed(transaction);
		const seals = sealBehind(mac, last, await findWaiting(transaction, batchEvents), clock.now());
		if (seals.length > 0) await moveIntoChain(transaction, seals);
		const newest = seals.at(-1) ?? last;
		return { sealed: seals.length, head: newest && headOf(newest) };
	});
}

/** @throws ChainCut */
async function requireSeen(transaction: Database, seen: Head): Promise<void> {
	const event = await findSealed(transaction, seen.sequence);
	if (event !== undefined && headOf(event).seal === seen.seal) return;
	const cutoff = await findCutoff(transaction);
	// A gateway that did not run for a year may have seen nothing of what is kept.
	if (event === undefined && cutoff !== undefined && seen.sequence <= cutoff.sequence) return;
	throw new ChainCut(seen);
}
