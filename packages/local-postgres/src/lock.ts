import { readlink, rm, symlink } from "node:fs/promises";
import { isSystemError, unlessMissing } from "./files.ts";
import { isAlive, ownIdentity } from "./processes.ts";
import { type Deadline, waitFor } from "./wait.ts";

/**
 * Does `work` while no other gateway does its own under the same lock.
 *
 * The lock is a symbolic link whose target names its holder: made in one step, never half written. A lock whose holder
 * has died is cleared. Two starts that both find the same dead holder could, for a moment, both get past it; what they
 * then do is decided by the file system's rename and by PostgreSQL's own interlock, so that nothing is at stake but work
 * done twice.
 *
 * @throws when the lock is still held at the deadline
 */
export async function withLock<Result>(path: string, deadline: Deadline, work: () => Promise<Result>): Promise<Result> {
	const identity = await ownIdentity();
	const taken = await waitFor(deadline, () => tryToTake(path, identity));
	if (!taken) throw new Error(`Another gateway is still starting or stopping this database (it holds ${path}).`);
	try {
		return await work();
	} finally {
		await rm(path, { force: true });
	}
}

async function tryToTake(path: string, identity: string): Promise<true | undefined> {
	try {
		await symlink(identity, path);
		return true;
	} catch (error) {
		if (!isSystemError(error, "EEXIST")) throw error;
	}
	const holder = await unlessMissing(readlink(path));
	if (holder !== undefined && !(await isAlive(holder))) await rm(path, { force: true });
	return undefined;
}
