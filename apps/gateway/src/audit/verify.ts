import type { Database } from "../db/database.ts";
import { countWaiting, findCutoff, findSealedAfter, type SealedEvent } from "./audit.store.ts";
import { beginning, type Head, headOf, type Mac, type Walk, walkChain } from "./chain.ts";
import { macOfCutoff } from "./prune.ts";

/** Events read at once. */
const pageEvents = 1_000;

/** What a look at the whole chain has found. */
export interface Verdict extends Walk {
	/** Events that are not sealed yet, and since when the oldest waits (real time). */
	waiting: { events: number; since: number | null };
}

/**
 * Looks at every event of the chain, from the beginning or from where it was cut off as it may be.
 *
 * @param anchors heads that were kept elsewhere: without one, a tail that was cut off does not show
 */
export async function verifyChain(database: Database, mac: Mac, anchors: Head[]): Promise<Verdict> {
	// All of it at one moment: meanwhile gateways seal, and an operator may remove what is old.
	const snapshot = database.transaction().setIsolationLevel("repeatable read");
	return snapshot.execute(async (transaction) => {
		const waiting = await countWaiting(transaction);
		const cutoff = await findCutoff(transaction);
		if (cutoff !== undefined && !macOfCutoff(mac, cutoff).equals(cutoff.mac)) {
			const broken = { sequence: cutoff.sequence, reason: "the removal of everything up to it was forged" };
			return { broken, events: 0, head: beginning, waiting };
		}
		const start = cutoff === undefined ? beginning : headOf(cutoff);
		return { ...(await walkChain(mac, { start, anchors }, sealedEvents(transaction))), waiting };
	});
}

async function* sealedEvents(database: Database): AsyncGenerator<SealedEvent> {
	// From the very first row there is, whatever its number: nothing may stand before the beginning.
	for (let after = Number.MIN_SAFE_INTEGER; ; ) {
		const page = await findSealedAfter(database, after, pageEvents);
		yield* page;
		const last = page.at(-1);
		if (last === undefined || page.length < pageEvents) return;
		after = last.sequence;
	}
}
