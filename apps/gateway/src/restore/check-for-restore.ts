import type { Clocks } from "@cardseal/platform";
import { headFileIn, readHead } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { readSeen } from "./newest-seen.ts";
import { createRestoredMode } from "./restored-mode.ts";
import { addLostHead, findOpenRestore, isHeadLost, type Restore } from "./restores.store.ts";

interface Checking {
	config: { dataDirectory: string };
	database: Database;
	clocks: Clocks;
}

/** Opens a restore if the database lacks anything that gateways of this DATA_DIR have seen. */
export async function checkForRestore({ config, database, clocks }: Checking): Promise<Restore | undefined> {
	const seen = await readSeen(database, config.dataDirectory);
	if (seen !== undefined) await createRestoredMode({ database, clocks }).check(seen);
	const restore = await findOpenRestore(database);
	if (restore === undefined) return undefined;
	// A gateway that starts after the finish seals behind the loss.
	const head = await readHead(headFileIn(config.dataDirectory));
	if (head !== undefined && (await isHeadLost(database, head))) await addLostHead(database, head);
	return restore;
}
