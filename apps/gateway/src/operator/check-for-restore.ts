import { createRestoredMode } from "../jobs/restored/restored-mode.ts";
import { findOpenRestore, type Restore } from "../jobs/restored/restores.store.ts";
import { readSeen } from "../jobs/sequence-marks.ts";
import type { OperatorContext } from "./context.ts";

/**
 * Finds the open restore. Compares the database with what gateways of this DATA_DIR have seen first, so that no gateway needs to run.
 */
export async function findRestore({ config, database, clocks }: OperatorContext): Promise<Restore | undefined> {
	const seen = await readSeen(config.dataDirectory);
	if (seen !== undefined) await createRestoredMode({ database, clocks }).check(seen);
	return findOpenRestore(database);
}
