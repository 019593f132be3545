import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs, { closeSync, constants, existsSync, openSync, readSync } from "node:fs";
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createLog } from "./log.ts";
import { largestFileBytes, openOutput, openSandboxOutput } from "./output.ts";

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

	test("a named pipe takes lines again once another reader has opened it", async () => {
		const directory = await mkdtemp(join(tmpdir(), "cardseal-log-"));
		const path = join(directory, "pipe");
		execFileSync("mkfifo", [path]);
		const read = () => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
		const first = read();
		const output = openOutput(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK));
		output.write("one\n");
		closeSync(first);
		output.write("two\n");
		const second = read();
		output.write("three\n");
		const bytes = Buffer.alloc(100);
		expect(bytes.toString("utf8", 0, readSync(second, bytes))).toMatch(/three\n$/);
		closeSync(second);
		await rm(directory, { recursive: true });
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

describe("the log file", () => {
	let dataDirectory: string;
	let path: string;

	beforeEach(async () => {
		dataDirectory = await mkdtemp(join(tmpdir(), "cardseal-log-"));
		path = join(dataDirectory, "gateway.log");
	});

	afterEach(async () => {
		vi.restoreAllMocks();
		await rm(dataDirectory, { recursive: true });
	});

	function start(event: string): void {
		const destination = openSandboxOutput({ dataDirectory, isVerbose: false });
		createLog({ level: "info", destination }).info({ event });
	}

	async function eventsIn(file: string): Promise<unknown[]> {
		const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
		return lines.map((line) => JSON.parse(line).event);
	}

	test("the sandbox's file is private, and the next start continues it", async () => {
		start("first");
		start("second");
		expect(await eventsIn(path)).toEqual(["first", "second"]);
		expect((await stat(path)).mode & 0o777).toBe(0o600);
	});

	test("a start keeps one older file when the sandbox's file has more than 5 MB", async () => {
		await writeFile(`${path}.1`, "oldest");
		await writeFile(path, Buffer.alloc(largestFileBytes + 1, "a"));
		start("new");
		expect(await eventsIn(path)).toEqual(["new"]);
		expect((await stat(`${path}.1`)).size).toBe(largestFileBytes + 1);
	});

	test("logrotate's copytruncate empties a file in use", async () => {
		const output = openOutput(path);
		output.write("before\n");
		await truncate(path);
		output.write("after\n");
		expect(await readFile(path, "utf8")).toBe("after\n");
	});

	test("a write has whole lines, and no more bytes than a pipe takes together", async () => {
		const writes: string[] = [];
		let isFull = true;
		const output = openOutput(path, 100);
		vi.spyOn(fs, "writeSync").mockImplementation((_file, bytes) => {
			if (isFull) throw Object.assign(new Error("full"), { code: "EAGAIN" });
			writes.push(bytes.toString());
			return Buffer.byteLength(bytes.toString());
		});
		const lines = ["a".repeat(59), "é".repeat(20), "b".repeat(58), "c".repeat(150), "d"].map((line) => `${line}\n`);
		for (const line of lines) output.write(line);
		isFull = false;
		output.finish();
		expect(writes.filter((part) => part !== "")).toEqual([lines[0], `${lines[1]}${lines[2]}`, lines[3], lines[4]]);
	});

	test("lines that waited for the disk are written although no line follows", async () => {
		const output = openOutput(path);
		const failing = vi.spyOn(fs, "writeSync").mockImplementation(() => {
			throw Object.assign(new Error("full"), { code: "ENOSPC" });
		});
		output.write("waiting\n");
		failing.mockRestore();
		await vi.waitFor(async () => expect(await readFile(path, "utf8")).toBe("waiting\n"), { timeout: 5_000 });
	});
});
