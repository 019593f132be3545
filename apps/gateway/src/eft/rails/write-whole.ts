import { mkdir, open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Writes a file that nobody ever sees half of, and that is on the disk when the promise resolves: it is drafted beside its
 * place under another name. Readable by its owner alone.
 */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
	const directory = dirname(path);
	await mkdir(directory, { recursive: true, mode: 0o700 });
	const draft = `${path}.draft`;
	await writeSynced(draft, bytes);
	await rename(draft, path);
	// The name is in the directory, which is flushed by itself.
	await using folder = await open(directory);
	await folder.sync();
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
	await using file = await open(path, "w", 0o600);
	await file.writeFile(bytes);
	await file.sync();
}
