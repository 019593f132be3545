// The child process of the library, which also tells what other processes could read of it: Linux shows that to root only,
// because the process is protected.

import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { createRequire } from "node:module";
import type { Call, FromChild } from "../src/messages.ts";

/** The connector of a call that asks for a `SelfPortrait`. */
export const tells = "tells";

export interface SelfPortrait {
	[key: string]: unknown;
	/** Arguments and environment. */
	text: string;
	/** Linux writes a core file of the process, and lets other processes of its user read its memory. */
	isDumpable: boolean;
	files: { descriptor: string; path: string; isForWriting: boolean }[];
}

// Its answer goes before that of the library, which knows no such connector.
process.on("message", ({ id, connector }: Call) => {
	if (connector !== tells) return;
	const text = JSON.stringify([process.argv, process.execArgv, process.env]);
	const response: SelfPortrait = { text, isDumpable: isDumpable(), files: openFiles() };
	process.send?.({ kind: "result", id, result: { answer: { status: 200, response, body: null } } } satisfies FromChild);
});
await import("../src/child.ts");

function isDumpable(): boolean {
	const getDumpable = 3;
	const koffi = createRequire(createRequire(import.meta.url).resolve("hyperswitch-prism"))("koffi");
	return koffi.load("libc.so.6").func("int prctl(int option)")(getDumpable) !== 0;
}

function openFiles(): SelfPortrait["files"] {
	return readdirSync("/proc/self/fd").flatMap((descriptor) => {
		const path = pathOf(descriptor);
		return path === undefined ? [] : [{ descriptor, path, isForWriting: isForWriting(descriptor) }];
	});
}

function pathOf(descriptor: string): string | undefined {
	try {
		return readlinkSync(`/proc/self/fd/${descriptor}`);
	} catch {
		// The listing itself, which is closed by now.
		return undefined;
	}
}

/** The last bits of the flags, in octal, are the mode: 0 is reading. */
function isForWriting(descriptor: string): boolean {
	const flags = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8"))?.[1] ?? "";
	return (Number.parseInt(flags, 8) & 3) !== 0;
}
