import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { generateMasterKey } from "@cardseal/vault";
import { createFileAtomically } from "./atomic-file.ts";
import { type Config, ConfigError } from "./config.ts";

interface MasterKeyOptions {
	/** `undefined` if not set: only the sandbox has a default. */
	file: string | undefined;
	/** Creates a missing file. Only for the sandbox. */
	createWhenMissing: boolean;
	/** Rejects a file that its group or others can access. Off in the sandbox only. */
	mustBePrivate: boolean;
}

/**
 * Reads the master key.
 *
 * @throws ConfigError when it is missing, or when others can access a file that must be private. A missing key is
 *   never
 *   replaced silently: without it, every key that it wraps is lost
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
	// Another gateway may create the file first; both then use that key.
	await createFileAtomically(file, `${generateMasterKey()}\n`, { mode: 0o600 });
	return readKeyFile(file, mustBePrivate);
}

/**
 * Returns the master keys in these files: two during a rotation. A missing file is skipped.
 *
 * @throws ConfigError when a file cannot be read, or when others can access one that must be private
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

/** Reads the configured master key. `readMasterKeys` reads it again, with the next one, while it is rotated. */
export async function readConfiguredMasterKeys(
	{ masterKeyFile, nextMasterKeyFile, sandbox }: Pick<Config, "masterKeyFile" | "nextMasterKeyFile" | "sandbox">,
	{ createWhenMissing }: Pick<MasterKeyOptions, "createWhenMissing">,
) {
	const mustBePrivate = !sandbox;
	return {
		masterKey: await readMasterKey({ file: masterKeyFile, createWhenMissing, mustBePrivate }),
		readMasterKeys: () => readMasterKeys([masterKeyFile, nextMasterKeyFile], { mustBePrivate }),
	};
}

/** Windows has no such modes: every file would look open to all. */
const hasModes = process.platform !== "win32";

async function readKeyFile(file: string, mustBePrivate: boolean): Promise<string> {
	const handle = await open(file, "r");
	try {
		// Checks the open file: another file could replace the path between check and read.
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
