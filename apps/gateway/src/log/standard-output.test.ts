import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";

const lineCount = 30_000;
const batchLines = 500;

/** Writes 30,000 lines of 300 bytes in batches, says so on standard error, and ends when standard input does. */
const script = `
	import { createLog } from ${JSON.stringify(new URL("log.ts", import.meta.url).href)};
	const log = createLog({ level: "info" });
	let line = 0;
	const write = () => {
		for (const end = line + ${batchLines}; line < end; line++) log.info({ status: line, path: "x".repeat(230) });
		if (line < ${lineCount}) setImmediate(write);
		else process.stderr.write("written");
	};
	write();
	process.stdin.resume();`;

function spawnWriter(stdout: "pipe" | number) {
	const flags = ["--conditions=source", "--input-type=module", "--eval", script];
	const writer = spawn(process.execPath, flags, { stdio: ["pipe", stdout, "pipe"] });
	const { stdin, stderr } = writer;
	if (stdin === null || stderr === null) throw new Error("The streams are not piped.");
	return { stdin, stdout: writer.stdout, written: once(stderr, "data"), ended: once(writer, "exit") };
}

describe("standard output that cannot be written", () => {
	test("lines beyond the buffer are dropped and counted while the reader is stopped, and nothing waits", async () => {
		const writer = spawnWriter("pipe");
		if (writer.stdout === null) throw new Error("The output is not piped.");
		// Nothing reads the standard output yet.
		await writer.written;
		const output = text(writer.stdout);
		writer.stdin.end();
		const lines = (await output).trimEnd().split("\n");
		const records = lines.map((line) => JSON.parse(line) as { status?: number; dropped?: number });
		const statuses = records.flatMap(({ status }) => status ?? []);
		const dropped = records.reduce((sum, record) => sum + (record.dropped ?? 0), 0);
		expect(statuses.slice(0, 1_000)).toEqual(Array.from({ length: 1_000 }, (_, line) => line));
		expect(dropped).toBeGreaterThan(1_000);
		expect(statuses.length + dropped).toBe(lineCount);
	});

	test("the process ends although the reader takes nothing", async () => {
		const writer = spawnWriter("pipe");
		await writer.written;
		writer.stdin.end();
		expect(await writer.ended).toEqual([0, null]);
		writer.stdout?.destroy();
	});

	test("the process goes on after its reader has gone", async () => {
		const writer = spawnWriter("pipe");
		writer.stdout?.destroy();
		await writer.written;
		writer.stdin.end();
		expect(await writer.ended).toEqual([0, null]);
	});

	test.runIf(existsSync("/dev/full"))("the process goes on while the disk is full", async () => {
		const full = openSync("/dev/full", "w");
		try {
			const writer = spawnWriter(full);
			await writer.written;
			writer.stdin.end();
			expect(await writer.ended).toEqual([0, null]);
		} finally {
			closeSync(full);
		}
	});
});
