import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fingerprintOf } from "./built.ts";

let directory: string;
const fingerprint = () => fingerprintOf(directory, ["apps", "package.json"]);

beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), "cardseal-built-"));
	await mkdir(join(directory, "apps/shop/node_modules"), { recursive: true });
	await writeFile(join(directory, "apps/shop/shop.ts"), "shop");
});

afterEach(() => rm(directory, { recursive: true }));

test.each<[change: string, apply: () => Promise<unknown>]>([
	["a changed file", () => writeFile(join(directory, "apps/shop/shop.ts"), "shops")],
	["a new file", () => writeFile(join(directory, "apps/shop/new.ts"), "")],
	["a deleted file", () => rm(join(directory, "apps/shop/shop.ts"))],
	["a file of the root", () => writeFile(join(directory, "package.json"), "{}")],
])("%s is built again", async (_change, apply) => {
	const before = fingerprint();
	expect(fingerprint()).toBe(before);
	await apply();
	expect(fingerprint()).not.toBe(before);
});

test("installed packages do not count: an installation removes the note", async () => {
	const before = fingerprint();
	await writeFile(join(directory, "apps/shop/node_modules/package.js"), "");
	expect(fingerprint()).toBe(before);
});
