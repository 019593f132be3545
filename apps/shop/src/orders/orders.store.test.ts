import { mkdtemp, rm, writeFile } from "node:fs/promises";
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
	expect(() => openDatabase(directory, 10)).toThrow(/shop\.sqlite \(database is locked\)/);
	other.exec("COMMIT");
	openDatabase(directory, 10).close();
	other.close();
});

test("names a file that is not a database", async () => {
	await writeFile(join(directory, "shop.sqlite"), "no database, but as long as the header of one ".repeat(10));
	expect(() => openDatabase(directory)).toThrow(/shop\.sqlite \(file is not a database\).*start again/);
});
