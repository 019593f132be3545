import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { findLastSealedBefore, lockChain, removeThrough, type SealedEvent } from "./audit.store.ts";
import { headOf, type Mac, macOfCutoff } from "./chain.ts";
import type { Caller } from "./event.ts";
import { recordEvent } from "./record.ts";
import { checkLog } from "./verify.ts";

const day = 86_400_000;

/** A year and a day more, since the database's trigger has its own clock. */
export const keptDays = 367;

/** Signs the cutoff, so that a removal without the key is detected. `broken`: other events than those sealed. */
export async function pruneLog(
	{ database, mac, clocks }: { database: Database; mac: Mac; clocks: Clocks },
	before: number,
	caller: Caller,
): Promise<{ through: number } | "too young" | "broken" | undefined> {
	if (before > clocks.real.now() - keptDays * day) return "too young";
	return database.transaction().execute(async (transaction) => {
		await lockChain(transaction);
		const last = await findLastSealedBefore(transaction, before);
		if (last === undefined) return undefined;
		const isOld = ({ sequence, sealed_at }: SealedEvent) => sequence <= last.sequence && sealed_at < before;
		const { broken } = await checkLog(transaction, mac, [headOf(last)], isOld);
		if (broken !== undefined) return "broken";
		const cutoff = { sequence: last.sequence, seal: last.seal, cut_at: clocks.real.now() };
		await removeThrough(transaction, { ...cutoff, mac: macOfCutoff(mac, cutoff) });
		const details = { through: last.sequence };
		await recordEvent(transaction, clocks, { type: "audit.pruned", object: null, details, merchantId: null, caller });
		return details;
	});
}
