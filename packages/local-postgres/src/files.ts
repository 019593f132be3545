import { lstat, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

export function isSystemError(error: unknown, ...codes: string[]): boolean {
	return error instanceof Error && "code" in error && codes.includes(String(error.code));
}

export async function unlessMissing<Answer>(operation: Promise<Answer>): Promise<Answer | undefined> {
	try {
		return await operation;
	} catch (error) {
		// ESRCH: the process ended meanwhile.
		if (isSystemError(error, "ENOENT", "ENOTDIR", "ESRCH")) return undefined;
		throw error;
	}
}

export async function exists(path: string): Promise<boolean> {
	return (await unlessMissing(lstat(path))) !== undefined;
}

/** Complete once it exists. */
export async function createWhole(path: string, unfinished: string, fill: () => Promise<void>): Promise<void> {
	try {
		await fill();
		await syncDirectory(unfinished);
		await rename(unfinished, path);
		await syncDirectory(dirname(path));
	} finally {
		await rm(unfinished, { recursive: true, force: true });
	}
}

/** Keeps a flushed file's name through a power cut. */
export async function syncDirectory(path: string): Promise<void> {
	await using handle = await open(path, "r");
	await handle.sync();
}
