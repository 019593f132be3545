import { closeSync, fdatasyncSync, fsyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** The size of a write-ahead log segment, written page by page. */
const fileBytes = 16 * 1024 * 1024;
const pageBytes = 8 * 1024;

/**
 * Measures how long the disk takes to flush one page while the machine is idle. A sale waits for two flushes.
 *
 * @returns the duration of each flush, ms
 */
export async function measureFlushes(directory: string, count: number): Promise<number[]> {
	const file = openSync(join(directory, "flushed"), "w", 0o600);
	try {
		writeSync(file, Buffer.alloc(fileBytes));
		fsyncSync(file);
		const milliseconds: number[] = [];
		for (let i = 0; i < count; i++) {
			writeSync(file, Buffer.alloc(pageBytes, i), 0, pageBytes, (i * pageBytes) % fileBytes);
			const startedAt = performance.now();
			fdatasyncSync(file);
			milliseconds.push(performance.now() - startedAt);
			await pause(1);
		}
		return milliseconds;
	} finally {
		closeSync(file);
	}
}
