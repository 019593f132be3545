import type { Database } from "@cardseal/platform/db";
import { listKnownTimeZones } from "../merchants.store.ts";

/** Lists the time zones known to both PostgreSQL, which counts days, and Node.js, which formats times. */
export function timeZoneChoices(database: Database): () => Promise<readonly string[]> {
	let choices: Promise<string[]> | undefined;
	const read = async () => {
		const known = new Set(await listKnownTimeZones(database));
		return ["UTC", ...Intl.supportedValuesOf("timeZone")].filter((zone) => known.has(zone));
	};
	return () => {
		// PostgreSQL reads its whole directory of time zones.
		choices ??= read().catch((error: unknown) => {
			choices = undefined;
			throw error;
		});
		return choices;
	};
}
