import type { Database } from "../db/database.ts";
import { countWaiting, findCutoff, findSealedAfter, type SealedEvent } from "./audit.store.ts";
import { beginning, type ChainCheck, checkChain, type Head, headOf, isSigned, type Mac } from "./chain.ts";

const pageEvents = 1_000;

export interface Verdict extends ChainCheck {
	waiting: { events: number; since: number | null };
}

/** @param anchors heads stored elsewhere, which detect a truncated end */
export async function verifyChain(database: Database, mac: Mac, anchors: Head[]): Promise<Verdict> {
	// A snapshot: gateways seal and operators prune meanwhile.
	const snapshot = database.transaction().setIsolationLevel("repeatable read");
	return snapshot.execute(async (transaction) => {
		const waiting = await countWaiting(transaction);
		return { ...(await checkLog(transaction, mac, anchors)), waiting };
	});
}

/**
 * Ends at the first unwanted event.
 * @param anchors see `checkChain`
 */
export async function checkLog(
	transaction: Database,
	mac: Mac,
	anchors: Head[],
	isWanted: (event: SealedEvent) => boolean = () => true,
): Promise<ChainCheck> {
	const cutoff = await findCutoff(transaction);
	if (cutoff !== undefined && !isSigned(mac, cutoff)) {
		const broken = { sequence: cutoff.sequence, reason: "the removal of the events up to it was forged" };
		return { broken, events: 0, head: beginning };
	}
	const start = cutoff === undefined ? beginning : headOf(cutoff);
	return checkChain(mac, { start, anchors }, sealedEvents(transaction, isWanted));
}

async function* sealedEvents(
	database: Database,
	isWanted: (event: SealedEvent) => boolean,
): AsyncGenerator<SealedEvent> {
	// Detects events before the beginning.
	for (let after = Number.MIN_SAFE_INTEGER; ; ) {
		const page = await findSealedAfter(database, after, pageEvents);
		for (const event of page) {
			if (!isWanted(event)) return;
			yield event;
		}
		const last = page.at(-1);
		if (last === undefined || page.length < pageEvents) return;
		after = last.sequence;
	}
}
