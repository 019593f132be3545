import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { type Cutoff, findLastSealedBefore, lockChain, removeThrough } from "./audit.store.ts";
import { headOf, type Mac } from "./chain.ts";
import type { Caller } from "./event.ts";
import { recordEvent } from "./record.ts";

const day = 86_400_000;

/** A year and a day more, so that the database's trigger, with its own clock and calendar, never refuses what this allows. */
export const keptDays = 367;

/**
 * Removes the events sealed before a time. A signed cutoff is stored, so that the rest can be verified, and a removal
 * without the key is detected. The last event of the chain always stays.
 *
 * @param before real time, ms since 1970
 * @returns the last removed event; `undefined` when there was nothing to remove
 */
export async function pruneLog(
	{ database, mac, clocks }: { database: Database; mac: Mac; clocks: Clocks },
	before: number,
	caller: Caller,
): Promise<{ through: number } | "too young" | undefined> {
	if (before > clocks.real.now() - keptDays * day) return "too young";
	return database.transaction().execute(async (transaction) => {
		await lockChain(transaction);
		const last = await findLastSealedBefore(transaction, before);
		if (last === undefined) return undefined;
		const cutoff = { sequence: last.sequence, seal: last.seal, cut_at: clocks.real.now() };
		await removeThrough(transaction, { ...cutoff, mac: macOfCutoff(mac, cutoff) });
		const details = { through: last.sequence };
		await recordEvent(transaction, clocks, { type: "audit.pruned", object: null, details, merchantId: null, caller });
		return details;
	});
}

/** Tells whether a cutoff was stored with the key. */
export function isSigned(mac: Mac, cutoff: Cutoff): boolean {
	return macOfCutoff(mac, cutoff).equals(cutoff.mac);
}

function macOfCutoff(mac: Mac, cutoff: Omit<Cutoff, "mac">): Buffer {
	const { sequence, seal } = headOf(cutoff);
	return mac(JSON.stringify(["cardseal audit cutoff v1", sequence, seal, cutoff.cut_at]));
}
