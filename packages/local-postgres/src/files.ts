import { lstat, open } from "node:fs/promises";

export function isSystemError(error: unknown, ...codes: string[]): error is NodeJS.ErrnoException {
	return error instanceof Error && "code" in error && codes.includes(String(error.code));
}

export async function unlessMissing<Answer>(operation: Promise<Answer>): Promise<Answer | undefined> {
	try {
		return await operation;
	} catch (error) {
		// A process that ends while it is read reports ESRCH.
		if (isSystemError(error, "ENOENT", "ENOTDIR", "ESRCH")) return undefined;
		throw error;
	}
}

export async function exists(path: string): Promise<boolean> {
	return (await unlessMissing(lstat(path))) !== undefined;
}

/** A power cut may otherwise lose the name of a file that was flushed. */
export async function syncDirectory(path: string): Promise<void> {
	const handle = await open(path, "r");
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}
