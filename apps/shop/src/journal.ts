import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

/** A file of JSON lines that only grows; a line is on the disk before `append` resolves. */
export interface Journal {
	/** Writes one value as a line. Rejects when the disk refuses, and the file is then as it was before. */
	append(value: unknown): Promise<void>;
	/** Waits for what is being written, then closes the file. */
	close(): Promise<void>;
}

/**
 * Opens the journal at `path`, made with its folder when missing (0600 in 0700: orders hold names and addresses), and
 * hands each line's value to `replay`, oldest first.
 *
 * A last line without its end is what a crash in the middle of a write leaves. Nobody was told that it had been kept, so it
 * is cut off. Any other line that cannot be read, or that `replay` throws for, stops the opening with the line's number.
 */
export async function openJournal(path: string, replay: (value: unknown) => void): Promise<Journal> {
	await mkdir(dirname(path), { recursive: true, mode: 0o700 });
	const file = await open(path, "a+", 0o600);
	try {
		const bytes = await file.readFile();
		const wholeBytes = bytes.lastIndexOf("\n") + 1;
		replayLines(path, bytes.subarray(0, wholeBytes).toString("utf8"), replay);
		if (wholeBytes < bytes.length) await file.truncate(wholeBytes);
		return appendingTo(file, wholeBytes);
	} catch (error) {
		await file.close();
		throw error;
	}
}

function replayLines(path: string, text: string, replay: (value: unknown) => void): void {
	for (const [index, line] of text.split("\n").slice(0, -1).entries()) {
		try {
			replay(JSON.parse(line));
		} catch (error) {
			throw new Error(`${path}, line ${index + 1} cannot be read. Mend it or restore the file from a copy.`, {
				cause: error,
			});
		}
	}
}

function appendingTo(file: FileHandle, startBytes: number): Journal {
	let goodBytes = startBytes;
	let lastWrite: Promise<void> = Promise.resolve();

	async function write(line: Buffer): Promise<void> {
		try {
			await file.appendFile(line);
			await file.datasync();
			goodBytes += line.length;
		} catch (error) {
			// Half a line in the middle of the file would make every later start fail.
			await file.truncate(goodBytes);
			throw error;
		}
	}

	return {
		append(value) {
			const line = Buffer.from(`${JSON.stringify(value)}\n`);
			const written = lastWrite.then(() => write(line));
			lastWrite = written.catch(() => undefined);
			return written;
		},
		async close() {
			await lastWrite;
			await file.close();
		},
	};
}
