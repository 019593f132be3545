import fs from "node:fs";
import type { DestinationStream } from "pino";
import { createBoundedOutput } from "./bounded-output.ts";

const standardOutputDescriptor = 1;

let shared: DestinationStream | undefined;

/** Returns standard output, which never blocks. */
export function standardOutput(): DestinationStream {
	shared ??= openStandardOutput();
	return shared;
}

function openStandardOutput(): DestinationStream {
	// Opening the stream makes a pipe non-blocking. It is not written through: it would buffer without a limit.
	void process.stdout;
	return createBoundedOutput((bytes) => fs.writeSync(standardOutputDescriptor, bytes));
}
