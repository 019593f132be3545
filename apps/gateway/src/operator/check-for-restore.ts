import { readSeen } from "../jobs/sequence-marks.ts";
import { createRestoredMode } from "../restored-mode/restored-mode.ts";
import { findOpenRestore, type Restore } from "../restored-mode/restores.store.ts";
import type { OperatorContext } from "./context.ts";

/** Opens a restore if the database lacks anything that gateways of this DATA_DIR have seen. */
export async function checkForRestore({ config, database, clocks }: OperatorContext): Promise<Restore | undefined> {
	const seen = await readSeen(database, config.dataDirectory);
	if (seen !== undefined) await createRestoredMode({ database, clocks }).check(seen);
	return findOpenRestore(database);
}
