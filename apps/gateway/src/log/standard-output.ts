import cluster from "node:cluster";
import fs from "node:fs";
import type { DestinationStream } from "pino";
import { createBoundedOutput } from "./bounded-output.ts";

const standardOutputDescriptor = 1;

/** PIPE_BUF of Linux: a pipe takes so many bytes together, so that lines of workers do not mix. */
const workersChunkBytes = 4096;

let shared: DestinationStream | undefined;

export function standardOutput(): DestinationStream {
	shared ??= openStandardOutput();
	return shared;
}

function openStandardOutput(): DestinationStream {
	// Opening the stream makes a pipe non-blocking. Writing through it would buffer without a limit.
	void process.stdout;
	const write = (bytes: Buffer) => fs.writeSync(standardOutputDescriptor, bytes);
	return createBoundedOutput(write, cluster.isWorker ? workersChunkBytes : undefined);
}
