import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { largestFileBytes, openLogFile } from "./log-file.ts";

let directory: string;

beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), "cardseal-log-"));
});

afterEach(() => rm(directory, { recursive: true }));

test("the sandbox's log file is private, at most 5 MB long, and has one older file", async () => {
	const path = join(directory, "gateway.log");
	const part = largestFileBytes / 2;
	const write = openLogFile(path);
	for (const letter of "abcdef") expect(write(Buffer.alloc(part, letter))).toBe(part);
	const contents = await Promise.all([path, `${path}.1`].map((file) => readFile(file, "utf8")));
	expect(contents).toEqual(["ef", "cd"].map(([one = "", other = ""]) => one.repeat(part) + other.repeat(part)));
	expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test("the sandbox's log file is continued by the next start", async () => {
	const path = join(directory, "gateway.log");
	openLogFile(path)(Buffer.from("first\n"));
	openLogFile(path)(Buffer.from("second\n"));
	expect(await readFile(path, "utf8")).toBe("first\nsecond\n");
});
