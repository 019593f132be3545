import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase } from "./orders.store.ts";

let directory: string;

beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), "cardseal-orders-"));
});

afterEach(() => rm(directory, { recursive: true }));

test("a file that another program writes is waited for, and not called damaged", () => {
	const other = openDatabase(directory);
	other.exec("BEGIN EXCLUSIVE");
	expect(() => openDatabase(directory, 10)).toThrow(/database is locked\): another program uses it.*stop that one/);
	other.exec("COMMIT");
	openDatabase(directory, 10).close();
	other.close();
});

test("advises to move a file that is not a database", async () => {
	await writeFile(join(directory, "shop.sqlite"), "no database, but as long as the header of one ".repeat(10));
	expect(() => openDatabase(directory)).toThrow(/not a database\): move the file away/);
});

test("a file that cannot be opened needs other rights", async () => {
	await mkdir(join(directory, "shop.sqlite"));
	expect(() => openDatabase(directory)).toThrow(/EISDIR.*\): correct the rights of the file and its folder/);
});
