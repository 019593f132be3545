import { closeSync, fstatSync, openSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type DestinationStream, pino } from "pino";
import { createBoundedOutput, type WriteSome } from "./bounded-output.ts";
import { standardOutput } from "./standard-output.ts";

/** A full file replaces the older one. */
export const largestFileBytes = 5_000_000;

export interface SandboxOutput {
	/** The folder exists. */
	dataDirectory: string;
	/** Errors are always shown on standard output. */
	isVerbose: boolean;
}

/**
 * Keeps the terminal readable.
 * @throws when the file cannot be opened
 */
export function openSandboxOutput({ dataDirectory, isVerbose }: SandboxOutput): DestinationStream {
	const file = createBoundedOutput(openLogFile(join(dataDirectory, "gateway.log")));
	return pino.multistream([
		{ level: "trace", stream: file },
		{ level: isVerbose ? "trace" : "error", stream: standardOutput() },
	]);
}

export function openLogFile(path: string): WriteSome {
	let file: number | undefined = openSync(path, "a", 0o600);
	return (bytes) => {
		if (file !== undefined && fstatSync(file).size + bytes.length > largestFileBytes) {
			renameSync(path, `${path}.1`);
			closeSync(file);
			file = undefined;
		}
		file ??= openSync(path, "a", 0o600);
		return writeSync(file, bytes);
	};
}
