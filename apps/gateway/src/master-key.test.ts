import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ConfigError } from "./config.ts";
import { readMasterKey, readMasterKeys } from "./master-key.ts";

let directory: string;

beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), "cardseal-master-key-"));
});

afterEach(() => rm(directory, { recursive: true }));

describe("readMasterKey", () => {
	test("reads the file and never changes it", async () => {
		const file = join(directory, "master.key");
		await writeFile(file, "whatever it holds\n");
		for (const createWhenMissing of [true, false]) {
			expect(await readMasterKey({ file, createWhenMissing, mustBePrivate: false })).toBe("whatever it holds\n");
		}
		expect(await readFile(file, "utf8")).toBe("whatever it holds\n");
	});

	test("creates a missing file once in the sandbox, with its folder", async () => {
		const file = join(directory, "new", "folder", "master.key");
		const key = await readMasterKey({ file, createWhenMissing: true, mustBePrivate: false });
		expect(Buffer.from(key.trim(), "base64")).toHaveLength(32);
		expect(await readMasterKey({ file, createWhenMissing: true, mustBePrivate: false })).toBe(key);
	});

	test("P-11 creates a file that only its owner can access", async () => {
		const file = join(directory, "master.key");
		await readMasterKey({ file, createWhenMissing: true, mustBePrivate: false });
		expect((await stat(file)).mode & 0o777).toBe(0o600);
	});

	test("concurrent starts get the same key and leave no other files", async () => {
		const file = join(directory, "master.key");
		const starts = Array.from({ length: 20 }, () =>
			readMasterKey({ file, createWhenMissing: true, mustBePrivate: false }),
		);
		expect(new Set(await Promise.all(starts)).size).toBe(1);
		expect(await readdir(directory)).toEqual(["master.key"]);
	});

	test("P-11 creates no key outside the sandbox, where a new one would lose all others", async () => {
		const file = join(directory, "master.key");
		await expect(readMasterKey({ file, createWhenMissing: false, mustBePrivate: true })).rejects.toThrow(ConfigError);
		await expect(readMasterKey({ file, createWhenMissing: false, mustBePrivate: true })).rejects.toThrow(
			"MASTER_KEY_FILE does not exist",
		);
		expect(await readdir(directory)).toEqual([]);
	});

	test("requires the setting where there is no default", async () => {
		const reading = readMasterKey({ file: undefined, createWhenMissing: true, mustBePrivate: false });
		await expect(reading).rejects.toThrow("MASTER_KEY_FILE must name a file");
	});

	test.each([0o640, 0o604, 0o620, 0o601])(
		"P-11 rejects a file of mode %o outside the sandbox and says chmod 600",
		async (mode) => {
			const file = join(directory, "master.key");
			await writeFile(file, "a key\n");
			await chmod(file, mode);
			const outside = { mustBePrivate: true };
			const advice = `chmod 600 ${file}`;
			await expect(readMasterKey({ file, createWhenMissing: false, ...outside })).rejects.toThrow(advice);
			await expect(readMasterKeys([file], outside)).rejects.toThrow(advice);
			expect(await readMasterKeys([file], { mustBePrivate: false })).toEqual(["a key\n"]);
			for (const ownersAlone of [0o600, 0o400]) {
				await chmod(file, ownersAlone);
				expect(await readMasterKey({ file, createWhenMissing: false, ...outside })).toBe("a key\n");
				expect(await readMasterKeys([file], outside)).toEqual(["a key\n"]);
			}
		},
	);

	test("never replaces an unreadable file", async () => {
		const file = join(directory, "master.key");
		await mkdir(file);
		await chmod(file, 0o700);
		const reading = readMasterKey({ file, createWhenMissing: true, mustBePrivate: false });
		await expect(reading).rejects.toThrow(ConfigError);
		expect((await stat(file)).isDirectory()).toBe(true);
	});
});
