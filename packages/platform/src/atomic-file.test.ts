import { mkdir, mkdtemp, readdir, readFile, rm, stat, watch, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createFileAtomically, openForRewriting, writeFileAtomically } from "./atomic-file.ts";

let folder: string;
let path: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "cardseal-atomic-file-"));
	path = join(folder, "file");
});

afterEach(() => rm(folder, { recursive: true }));

const options = { mode: 0o600 };

describe("an atomic write", () => {
	test("replaces the file, sets its permissions and leaves no temporary file", async () => {
		await writeFile(path, "an older and longer text", { mode: 0o644 });
		await writeFileAtomically(path, "new", options);
		expect(await readFile(path, "utf8")).toBe("new");
		expect((await stat(path)).mode & 0o777).toBe(0o600);
		expect(await readdir(folder)).toEqual(["file"]);
	});

	test("replaces a temporary file that an ended process left under a fixed name", async () => {
		const draft = `${path}.draft`;
		await writeFile(draft, "half", { mode: 0o644 });
		await writeFileAtomically(path, "whole", { ...options, draft });
		expect((await stat(path)).mode & 0o777).toBe(0o600);
		expect(await readdir(folder)).toEqual(["file"]);
	});

	test("leaves one complete file when many run at once", async () => {
		const texts = Array.from({ length: 8 }, (_, index) => String(index).repeat(10_000));
		await Promise.all(texts.map((text) => writeFileAtomically(path, text, options)));
		expect(texts).toContain(await readFile(path, "utf8"));
		expect(await readdir(folder)).toEqual(["file"]);
	});

	test("removes the temporary file on failure", async () => {
		const taken = join(folder, "taken", "inner");
		await expect(writeFileAtomically(taken, "text", options)).rejects.toThrow("ENOENT");
		expect(await readdir(folder)).toEqual([]);
	});
});

describe("a file that is rewritten every second", () => {
	test("has one temporary file, whose name stays the same, however often a full disk leaves it behind", async () => {
		const rewrite = await openForRewriting(path, options);
		// A folder in the place of the file makes each write fail after its temporary file was created.
		await mkdir(path);
		const drafts = new Set<string>();
		const watching = new AbortController();
		const watched = collectNames(folder, drafts, watching.signal);
		for (let second = 0; second < 5; second++) await expect(rewrite("text")).rejects.toThrow("EISDIR");
		expect(await readdir(folder)).toEqual(["file"]);
		await rm(path, { recursive: true });
		await rewrite("text");
		watching.abort();
		await watched;
		drafts.delete("file");
		expect(drafts.size).toBe(1);
	});

	test("a start removes the temporary files of killed processes, and no other file", async () => {
		const left = ["file.0123456789ab.draft", "file.ba9876543210.draft"];
		const others = ["file.draft", "file.note", "other.0123456789ab.draft"];
		await Promise.all([...left, ...others].map((name) => writeFile(join(folder, name), "half")));
		await openForRewriting(path, options);
		expect((await readdir(folder)).sort()).toEqual(others.sort());
	});

	test("a process that starts meanwhile does not make a write fail", async () => {
		const file = join(folder, "shared");
		const rewrite = await openForRewriting(file, { mode: 0o600 });
		for (let round = 0; round < 50; round++) {
			await Promise.all([rewrite(String(round)), openForRewriting(file, { mode: 0o600 })]);
			expect(await readFile(file, "utf8")).toBe(String(round));
		}
	});

	test("creates the folder", async () => {
		const inner = join(folder, "inner", "file");
		const rewrite = await openForRewriting(inner, options);
		await rewrite("text");
		expect(await readFile(inner, "utf8")).toBe("text");
	});
});

async function collectNames(watched: string, names: Set<string>, signal: AbortSignal): Promise<void> {
	const events = watch(watched, { signal });
	try {
		for await (const { filename } of events) if (filename !== null) names.add(filename);
	} catch (error) {
		if (!signal.aborted) throw error;
	}
}

describe("an atomic creation", () => {
	test("succeeds for one of many callers and never replaces the file", async () => {
		const texts = Array.from({ length: 8 }, (_, index) => `text ${index}`);
		const created = await Promise.all(texts.map((text) => createFileAtomically(path, text, options)));
		expect(created.filter(Boolean)).toHaveLength(1);
		expect(await readFile(path, "utf8")).toBe(texts[created.indexOf(true)]);
		expect((await stat(path)).mode & 0o777).toBe(0o600);
		expect(await readdir(folder)).toEqual(["file"]);
	});
});
