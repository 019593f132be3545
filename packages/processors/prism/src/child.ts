/**
 * The child process that holds the native library. It reads calls from its parent and answers them, and ends with the
 * parent.
 */
import { createRequire } from "node:module";
import { type Library, loadLibrary } from "./library.ts";
import type { Call, FromChild, Unusable } from "./messages.ts";

process.once("disconnect", () => process.exit());
start();

function start(): void {
	const loaded = load();
	if ("unusable" in loaded) {
		send(loaded.unusable, () => process.exit(1));
		return;
	}
	forbidCoreDumps();
	process.on("message", async (call: Call) => {
		send({ kind: "result", id: call.id, result: await loaded.library.call(call) });
	});
	send({ kind: "ready" });
}

function load(): { library: Library } | { unusable: FromChild } {
	try {
		return { library: loadLibrary() };
	} catch (error) {
		// Nothing has been asked yet, so the message holds no card.
		const detail = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
		return { unusable: { kind: "unusable", reason: reasonOf(error, detail), detail } };
	}
}

function reasonOf(error: unknown, detail: string): Unusable {
	if ((error as { code?: unknown }).code === "MODULE_NOT_FOUND") return "not_installed";
	return detail.includes("GLIBC") ? "old_c_library" : "other";
}

function send(message: FromChild, sent: () => void = () => undefined): void {
	process.send?.(message, sent);
}

/**
 * Tells Linux to write no core file of this process, which could hold card numbers, and to let no other process of this user
 * read its memory.
 */
function forbidCoreDumps(): void {
	if (process.platform !== "linux") return;
	const dumpable = 4;
	const koffi = createRequire(createRequire(import.meta.url).resolve("hyperswitch-prism"))("koffi");
	const prctl = koffi.load("libc.so.6").func("int prctl(int option, unsigned long value)");
	if (prctl(dumpable, 0) !== 0) throw new Error("This process cannot be protected against core dumps.");
}
