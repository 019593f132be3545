import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { generateMasterKey } from "@cardseal/vault";
import { ConfigError } from "./config.ts";

export interface MasterKeyOptions {
	/** `undefined` when nothing was said: only the sandbox has a default. */
	file: string | undefined;
	/** Whether a missing file is made: in the sandbox, where nobody has prepared one. */
	createWhenMissing: boolean;
}

/**
 * Reads the master key.
 *
 * @throws ConfigError when there is none; losing it means losing every key it wraps, so it is never replaced silently
 */
export async function readMasterKey({ file, createWhenMissing }: MasterKeyOptions): Promise<string> {
	if (file === undefined) {
		throw new ConfigError("MASTER_KEY_FILE must name a file with 32 random bytes in base64: openssl rand -base64 32");
	}
	try {
		return await readFile(file, "utf8");
	} catch (error) {
		if (!isMissing(error)) throw new ConfigError(`MASTER_KEY_FILE cannot be read: ${file}`, { cause: error });
	}
	if (!createWhenMissing) throw new ConfigError(`MASTER_KEY_FILE does not exist: ${file}`);
	await createOnce(file);
	return readFile(file, "utf8");
}

/**
 * The master keys that are in these files just now. While a master key is rotated there are two; a file that is not
 * there holds none.
 *
 * @throws ConfigError for a file that cannot be read
 */
export async function readMasterKeys(files: (string | undefined)[]): Promise<string[]> {
	const keys: string[] = [];
	for (const file of files) {
		if (file === undefined) continue;
		try {
			keys.push(await readFile(file, "utf8"));
		} catch (error) {
			if (!isMissing(error)) throw new ConfigError(`This master key cannot be read: ${file}`, { cause: error });
		}
	}
	return keys;
}

/** Of two gateways that start at once, one makes the file: a link fails where something stands already. */
async function createOnce(file: string): Promise<void> {
	await mkdir(dirname(file), { recursive: true });
	const draft = `${file}.${randomBytes(6).toString("hex")}`;
	await writeFile(draft, `${generateMasterKey()}\n`, { mode: 0o600, flag: "wx", flush: true });
	try {
		await link(draft, file);
	} catch (error) {
		if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
	} finally {
		await rm(draft);
	}
}

function isMissing(error: unknown): boolean {
	return error instanceof Error && "code" in error && error.code === "ENOENT";
}
