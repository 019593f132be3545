import { readlink, rm, symlink } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { isSystemError, unlessMissing } from "./files.ts";
import { identityOf } from "./processes.ts";

const pollIntervalMs = 20;

/** Such as an `AbortSignal`. */
export type Limit = Readonly<Pick<AbortSignal, "aborted">>;

export async function waitFor<Answer>(
	limit: Limit,
	ask: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
	for (;;) {
		const answer = await ask();
		if (answer !== undefined || limit.aborted) return answer;
		await delay(pollIntervalMs);
	}
}

/** @throws when the lock is still held at the deadline */
export async function withLock<Result>(path: string, limit: Limit, work: () => Promise<Result>): Promise<Result> {
	const release = await waitFor(limit, () => takeLock(path));
	if (!release) throw new Error(`Another gateway is still starting or stopping this database (it holds ${path}).`);
	try {
		return await work();
	} finally {
		await release();
	}
}

/**
 * A symbolic link: created atomically. Two callers may both remove an abandoned lock; the new database's rename and
 * PostgreSQL's interlock keep that safe.
 *
 * @returns a function that releases the lock; `undefined` if another process has it
 */
export async function takeLock(path: string): Promise<(() => Promise<void>) | undefined> {
	try {
		await symlink(await identityOf(process.pid), path);
		return () => rm(path, { force: true });
	} catch (error) {
		if (!isSystemError(error, "EEXIST")) throw error;
	}
	const holder = await unlessMissing(readlink(path));
	if (holder !== undefined) {
		if (holder === (await identityOf(Number.parseInt(holder, 10)))) return undefined;
		await rm(path, { force: true });
	}
	return await takeLock(path);
}
