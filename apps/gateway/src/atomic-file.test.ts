import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createFileAtomically, writeFileAtomically } from "./atomic-file.ts";

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
