import { open } from "node:fs/promises";
import { ConfigError } from "@cardseal/platform";

/** Windows has no such modes. */
const hasModes = process.platform !== "win32";

/**
 * Returns `undefined` without a file.
 * @param what begins the sentence of an error
 * @param mustBePrivate refuses a file that others can access
 */
export async function readPrivateFile(what: string, file: string, mustBePrivate: boolean): Promise<string | undefined> {
	const handle = await openIfPresent(file);
	if (handle === undefined) return undefined;
	try {
		// Another file could replace the path after a check.
		const { mode } = await handle.stat();
		if (mustBePrivate && hasModes && (mode & 0o077) !== 0) {
			throw new ConfigError(`${what} can be reached by others than its owner: chmod 600 ${file}`);
		}
		return await handle.readFile("utf8");
	} finally {
		await handle.close();
	}
}

async function openIfPresent(file: string) {
	try {
		return await open(file, "r");
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
		throw error;
	}
}
