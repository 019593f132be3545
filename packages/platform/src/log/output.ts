import cluster from "node:cluster";
import { renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { type DestinationStream, pino } from "pino";
import sonicBoom from "sonic-boom";
import { systemClock } from "../clock.ts";

const standardOutputDescriptor = 1;

/** About 10,000 lines. Later lines are dropped. */
const maximumBytes = 4 * 1024 * 1024;

/** PIPE_BUF of Linux keeps lines of workers apart. */
const workersWriteBytes = 4096;

const retryMs = 250;

const exitTries = 50;
const exitRetryMs = 5;

export interface Output extends DestinationStream {
	finish(): void;
}

/**
 * Never waits: while nothing can be written, lines are buffered, further ones dropped and counted, and payments
 * continue. A pipe given by its descriptor must not block.
 */
export function openOutput(destination: string | number, maxWrite = 16_384): Output {
	const stream = new sonicBoom.SonicBoom({
		dest: destination,
		mode: 0o600,
		maxLength: maximumBytes,
		maxWrite,
		// Asynchronous writes would be lost at an exit, and would wait for a stopped reader.
		sync: true,
		retryEAGAIN: () => false,
		// The periodic flush needs a minimum.
		minLength: 1,
		periodicFlush: retryMs,
	});
	let dropped = 0;
	let isFailing = false;
	let tries = 0;

	function noteDropped(): void {
		if (dropped === 0) return;
		const time = new Date(systemClock.now()).toISOString();
		const msg = "log lines were dropped, because the log could not be written";
		const line = JSON.stringify({ level: 40, time, dropped, msg });
		dropped = 0;
		stream.write(`${line}\n`);
	}

	stream.on("error", () => {
		isFailing = true;
	});
	stream.on("drop", () => dropped++);
	stream.on("drain", noteDropped);
	stream.on("write", () => {
		tries = 0;
	});

	return {
		write: (line) => void stream.write(line),
		finish() {
			for (tries = 0; tries < exitTries; tries++) {
				isFailing = false;
				stream.flush();
				if (!isFailing) noteDropped();
				if (!isFailing) return;
				Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, exitRetryMs);
			}
		},
	};
}

let shared: Output | undefined;

export function standardOutput(): Output {
	if (shared !== undefined) return shared;
	// Opening the stream makes a pipe non-blocking.
	void process.stdout;
	shared = openOutput(standardOutputDescriptor, cluster.isWorker ? workersWriteBytes : undefined);
	// Runs after an uncaught exception, too.
	process.once("exit", shared.finish);
	return shared;
}

/** The next start replaces the older file by a larger one. */
export const largestFileBytes = 5_000_000;

/**
 * Keeps the terminal readable, which always shows errors.
 * @throws when the file cannot be opened
 */
export function openSandboxOutput({
	dataDirectory,
	isVerbose,
}: {
	dataDirectory: string;
	isVerbose: boolean;
}): DestinationStream {
	const path = join(dataDirectory, "gateway.log");
	const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
	if (bytes > largestFileBytes) renameSync(path, `${path}.1`);
	return pino.multistream([
		{ level: "trace", stream: openOutput(path) },
		{ level: isVerbose ? "trace" : "error", stream: standardOutput() },
	]);
}
