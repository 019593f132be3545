import cluster from "node:cluster";
import fs from "node:fs";
import type { DestinationStream } from "pino";
import { createBoundedOutput } from "./bounded-output.ts";

const standardOutputDescriptor = 1;

/** PIPE_BUF of Linux keeps lines of workers apart. */
const workersChunkBytes = 4096;

let shared: DestinationStream | undefined;

export function standardOutput(): DestinationStream {
	shared ??= openStandardOutput();
	return shared;
}

function openStandardOutput(): DestinationStream {
	// Opening the stream makes a pipe non-blocking.
	void process.stdout;
	const write = (bytes: Buffer) => fs.writeSync(standardOutputDescriptor, bytes);
	return createBoundedOutput(write, cluster.isWorker ? workersChunkBytes : undefined);
}
