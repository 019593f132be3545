import { lstat, open } from "node:fs/promises";

/** Whether `error` is the operating system's, with one of these codes (`ENOENT`, `EEXIST`, …). */
export function isSystemError(error: unknown, ...codes: string[]): error is NodeJS.ErrnoException {
	return error instanceof Error && "code" in error && codes.includes(String(error.code));
}

/** The answer, or `undefined` where the file or folder asked about does not exist. */
export async function unlessMissing<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
	try {
		return await asked;
	} catch (error) {
		if (isSystemError(error, "ENOENT", "ENOTDIR")) return undefined;
		throw error;
	}
}

export async function exists(path: string): Promise<boolean> {
	return (await unlessMissing(lstat(path))) !== undefined;
}

/** Makes new names in a folder outlive a power cut: a file's contents may be on disk while its name is not. */
export async function syncDirectory(path: string): Promise<void> {
	const handle = await open(path, "r");
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}
