import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { generateMasterKey } from "@cardseal/vault";
import { createFileAtomically } from "./atomic-file.ts";
import { ConfigError } from "./config.ts";

export interface MasterKeyOptions {
	/** `undefined` when nothing was said: only the sandbox has a default. */
	file: string | undefined;
	/** Whether a missing file is made: in the sandbox, where nobody has prepared one. */
	createWhenMissing: boolean;
	/** Whether a file that its group or others can reach is refused: everywhere but in the sandbox. */
	mustBePrivate: boolean;
}

/**
 * Reads the master key.
 *
 * @throws ConfigError when there is none; losing it means losing every key it wraps, so it is never replaced silently.
 *   Also when others can reach a file that must be private
 */
export async function readMasterKey({ file, createWhenMissing, mustBePrivate }: MasterKeyOptions): Promise<string> {
	if (file === undefined) {
		throw new ConfigError("MASTER_KEY_FILE must name a file with 32 random bytes in base64: openssl rand -base64 32");
	}
	try {
		return await readKeyFile(file, mustBePrivate);
	} catch (error) {
		if (error instanceof ConfigError) throw error;
		if (!isMissing(error)) throw new ConfigError(`MASTER_KEY_FILE cannot be read: ${file}`, { cause: error });
	}
	if (!createWhenMissing) throw new ConfigError(`MASTER_KEY_FILE does not exist: ${file}`);
	await mkdir(dirname(file), { recursive: true });
	// Another gateway may create the file first; then its key is used.
	await createFileAtomically(file, `${generateMasterKey()}\n`, { mode: 0o600 });
	return readKeyFile(file, mustBePrivate);
}

/**
 * The master keys that are in these files just now. While a master key is rotated there are two; a file that is not
 * there holds none.
 *
 * @throws ConfigError for a file that cannot be read, and for one that others can reach where it must be private
 */
export async function readMasterKeys(
	files: (string | undefined)[],
	{ mustBePrivate }: Pick<MasterKeyOptions, "mustBePrivate">,
): Promise<string[]> {
	const keys: string[] = [];
	for (const file of files) {
		if (file === undefined) continue;
		try {
			keys.push(await readKeyFile(file, mustBePrivate));
		} catch (error) {
			if (error instanceof ConfigError) throw error;
			if (!isMissing(error)) throw new ConfigError(`This master key cannot be read: ${file}`, { cause: error });
		}
	}
	return keys;
}

/** Windows keeps no such modes: there every file would look open to all. */
const hasModes = process.platform !== "win32";

async function readKeyFile(file: string, mustBePrivate: boolean): Promise<string> {
	const handle = await open(file, "r");
	try {
		// Of the open file: one with the same name could take its place between a look and a read.
		const { mode } = await handle.stat();
		if (mustBePrivate && hasModes && (mode & 0o077) !== 0) {
			throw new ConfigError(`The master key can be reached by others than its owner: chmod 600 ${file}`);
		}
		return await handle.readFile("utf8");
	} finally {
		await handle.close();
	}
}

function isMissing(error: unknown): boolean {
	return error instanceof Error && "code" in error && error.code === "ENOENT";
}
