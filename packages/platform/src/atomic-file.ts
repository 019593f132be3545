import { randomBytes } from "node:crypto";
import { link, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { createKeyedLock } from "@cardseal/batch";

export interface AtomicFileOptions {
	/** Windows ignores them. */
	mode: number;
	/** A temporary file in the same folder, random by default. */
	draft?: string;
}

/** Readers never see a partial file, which survives a power cut once the promise resolves. */
export async function writeFileAtomically(
	path: string,
	content: string | Uint8Array,
	options: AtomicFileOptions,
): Promise<void> {
	await withDraft(path, content, options, (draft) => rename(draft, path));
}

/** Uses one temporary file; those of ended processes are removed. Creates the folder. */
export async function openForRewriting(path: string, { mode }: { mode: number }) {
	const folder = dirname(path);
	await mkdir(folder, { recursive: true });
	const drafts = (await readdir(folder)).filter((name) => name.startsWith(`${basename(path)}.`) && isDraft(name));
	await Promise.all(drafts.map((name) => rm(join(folder, name), { force: true })));
	const options = { mode, draft: newDraft(path) };
	const inTurn = createKeyedLock();
	const write = (content: string) => writeFileAtomically(path, content, options);
	// Another process has just opened the file.
	const writeAgain = (content: string) => (error: unknown) => {
		if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
		return write(content);
	};
	return (content: string) => inTurn(path, () => write(content).catch(writeAgain(content)));
}

/** Returns `false`, and writes nothing, if the path exists. */
export async function createFileAtomically(
	path: string,
	content: string | Uint8Array,
	options: AtomicFileOptions,
): Promise<boolean> {
	try {
		// Renaming would replace an existing file.
		await withDraft(path, content, options, (draft) => link(draft, path));
		return true;
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
		throw error;
	}
}

function newDraft(path: string): string {
	return `${path}.${randomBytes(6).toString("hex")}.draft`;
}

function isDraft(name: string): boolean {
	return /\.[0-9a-f]{12}\.draft$/.test(name);
}

async function withDraft(
	path: string,
	content: string | Uint8Array,
	{ mode, draft = newDraft(path) }: AtomicFileOptions,
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

/** A file's name is flushed with its folder. Windows cannot open a folder. */
async function flushFolder(path: string): Promise<void> {
	if (process.platform === "win32") return;
	await using folder = await open(path);
	await folder.sync();
}
