import { readlink, rm, symlink } from "node:fs/promises";
import { isSystemError, unlessMissing } from "./files.ts";
import { isAlive, ownIdentity } from "./processes.ts";
import { type Deadline, waitFor } from "./wait.ts";

/**
 * A symbolic link to the name of its holder: links are created atomically. Two starts may both find a dead holder; the
 * rename of the new database and PostgreSQL's own interlock keep that safe.
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

/**
 * Removes the lock of a dead holder.
 *
 * @returns a function that releases the lock; `undefined` if another process has it
 */
export async function takeLock(path: string): Promise<(() => Promise<void>) | undefined> {
	const identity = await ownIdentity();
	const isTaken = (await tryToTake(path, identity)) ?? (await tryToTake(path, identity));
	return isTaken && (() => rm(path, { force: true }));
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
