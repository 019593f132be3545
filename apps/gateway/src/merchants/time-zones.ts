import type { Database } from "../db/database.ts";
import { listKnownTimeZones } from "./merchants.store.ts";

/**
 * Time zones that a merchant may choose, in the order of the alphabet: those that both halves of us know, since days are
 * counted by the database and times are written by the runtime.
 */
export function timeZoneChoices(database: Database): () => Promise<readonly string[]> {
	let choices: Promise<string[]> | undefined;
	const read = async () => {
		const known = new Set(await listKnownTimeZones(database));
		return ["UTC", ...Intl.supportedValuesOf("timeZone")].filter((zone) => known.has(zone));
	};
	return () => {
		// Asked once: the database reads its whole directory of zones for the answer.
		choices ??= read().catch((error: unknown) => {
			choices = undefined;
			throw error;
		});
		return choices;
	};
}
