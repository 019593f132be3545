import type { DestinationStream } from "pino";
import { systemClock } from "../clock.ts";

const batchBytes = 8 * 1024;

/** About 10,000 lines. Later lines are dropped. */
const maximumBytes = 4 * 1024 * 1024;

/** A limit unless a single line has more. */
const usualChunkBytes = 256 * 1024;

/** Waits after a full pipe, and after a failure. */
const pipeRetryMs = 20;
const failureRetryMs = 1_000;

/** The wait for a reader that takes nothing. */
const exitPatienceMs = 250;
const exitPollMs = 5;

/** Returns the number of bytes, or throws. */
export type WriteSome = (bytes: Buffer) => number;

const outputs = new Set<BoundedOutput>();

interface BoundedOutput extends DestinationStream {
	finish(): void;
}

/**
 * Never waits: while nothing can be written, lines are buffered, further ones dropped and counted, and payments
 * continue.
 */
export function createBoundedOutput(writeSome: WriteSome, chunkBytes = usualChunkBytes): DestinationStream {
	const output = createOutput(writeSome, chunkBytes);
	// Runs after an uncaught exception, too.
	if (outputs.size === 0) process.once("exit", finishAll);
	outputs.add(output);
	return output;
}

function finishAll(): void {
	for (const output of outputs) output.finish();
}

function createOutput(writeSome: WriteSome, chunkBytes: number): BoundedOutput {
	const waiting: string[] = [];
	let waitingBytes = 0;
	let chunk: Buffer = Buffer.alloc(0);
	let dropped = 0;
	let scheduled: NodeJS.Immediate | NodeJS.Timeout | undefined;

	function nextChunk(): Buffer {
		if (chunk.length > 0) return chunk;
		if (waiting.length === 0 && dropped > 0) noteDropped();
		let bytes = 0;
		const end = waiting.findIndex((line) => {
			bytes += Buffer.byteLength(line);
			return bytes > chunkBytes;
		});
		const lines = waiting.splice(0, end === -1 ? waiting.length : Math.max(end, 1));
		for (const line of lines) waitingBytes -= line.length;
		return Buffer.from(lines.join(""));
	}

	function noteDropped(): void {
		const time = new Date(systemClock.now()).toISOString();
		const msg = "log lines were dropped, because the log could not be written";
		add(`${JSON.stringify({ level: 40, time, dropped, msg })}\n`);
		dropped = 0;
	}

	function add(line: string): void {
		waiting.push(line);
		waitingBytes += line.length;
	}

	/** Returns the wait before the next try. */
	function flush(): number | undefined {
		for (chunk = nextChunk(); chunk.length > 0; chunk = nextChunk()) {
			try {
				chunk = chunk.subarray(writeSome(chunk));
			} catch (error) {
				return isFullPipe(error) ? pipeRetryMs : failureRetryMs;
			}
		}
		return undefined;
	}

	function flushLater(): void {
		scheduled = undefined;
		const wait = flush();
		// The end of the process flushes again.
		if (wait !== undefined) scheduled = setTimeout(flushLater, wait).unref();
	}

	return {
		write(line: string): void {
			if (waitingBytes + line.length > maximumBytes || (dropped > 0 && waiting.length > 0)) {
				dropped++;
				return;
			}
			if (dropped > 0) noteDropped();
			add(line);
			// The output refused the last write.
			scheduled ??= setImmediate(flushLater);
			if (waitingBytes >= batchBytes && !isTimer(scheduled)) flush();
		},
		finish(): void {
			let waitedMs = 0;
			while (waitedMs < exitPatienceMs) {
				const before = chunk.length + waitingBytes;
				if (flush() === undefined) return;
				const isTaken = chunk.length + waitingBytes < before;
				waitedMs = isTaken ? 0 : waitedMs + exitPollMs;
				Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, exitPollMs);
			}
		},
	};
}

function isTimer(scheduled: NodeJS.Immediate | NodeJS.Timeout): scheduled is NodeJS.Timeout {
	return "refresh" in scheduled;
}

/** EAGAIN: the pipe's buffer is full. */
function isFullPipe(error: unknown): boolean {
	return error instanceof Error && "code" in error && error.code === "EAGAIN";
}
