import { randomBytes } from "node:crypto";
import { link, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

export interface AtomicFileOptions {
	/** Permission bits. Windows ignores them. */
	mode: number;
	/** Path of the temporary file, in the same folder. Random by default, so that processes can write at once. */
	draft?: string;
}

/**
 * Writes or replaces a file in an existing folder. Readers never see a partial file. The file survives a power cut
 * once the promise resolves.
 */
export async function writeFileAtomically(
	path: string,
	content: string | Uint8Array,
	options: AtomicFileOptions,
): Promise<void> {
	await withDraft(path, content, options, (draft) => rename(draft, path));
}

/** Creates a file the same way. Returns `false`, and writes nothing, if the path exists. */
export async function createFileAtomically(
	path: string,
	content: string | Uint8Array,
	options: AtomicFileOptions,
): Promise<boolean> {
	try {
		// Linking fails if the file exists; renaming would replace it.
		await withDraft(path, content, options, (draft) => link(draft, path));
		return true;
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
		throw error;
	}
}

async function withDraft(
	path: string,
	content: string | Uint8Array,
	{ mode, draft = `${path}.${randomBytes(6).toString("hex")}.draft` }: AtomicFileOptions,
	publish: (draft: string) => Promise<void>,
): Promise<void> {
	try {
		await rm(draft, { force: true });
		await writeFlushed(draft, content, mode);
		await publish(draft);
	} finally {
		await rm(draft, { force: true });
	}
	await flushFolder(dirname(path));
}

async function writeFlushed(path: string, content: string | Uint8Array, mode: number): Promise<void> {
	await using file = await open(path, "wx", mode);
	await file.writeFile(content);
	await file.sync();
}

/** A file's name belongs to its folder, which is flushed separately. Windows cannot open a folder. */
async function flushFolder(path: string): Promise<void> {
	if (process.platform === "win32") return;
	await using folder = await open(path);
	await folder.sync();
}
