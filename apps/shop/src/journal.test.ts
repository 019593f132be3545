import { appendFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fillDiskAfter } from "../test-support/disk.ts";
import { openJournal } from "./journal.ts";

let directory: string;
let path: string;

beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), "cardseal-journal-"));
	path = join(directory, "data", "orders.jsonl");
});

afterEach(() => rm(directory, { recursive: true }));

async function valuesAfterOpening(): Promise<unknown[]> {
	const values: unknown[] = [];
	const journal = await openJournal(path, (value) => void values.push(value));
	await journal.close();
	return values;
}

async function write(...values: unknown[]): Promise<void> {
	const journal = await openJournal(path, () => undefined);
	await Promise.all(values.map((value) => journal.append(value)));
	await journal.close();
}

describe("the journal", () => {
	test("hands back what was appended, in order, also after several openings", async () => {
		await write({ n: 1 }, { n: 2 }, { n: 3 });
		await write({ name: "Zoë\n\u2028" });
		expect(await valuesAfterOpening()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { name: "Zoë\n\u2028" }]);
	});

	test("survives a crash at every byte of the last line, and goes on from there", async () => {
		await write({ n: 1 });
		const whole = await readFile(path);
		const torn = Buffer.from(`${JSON.stringify({ name: "Zoë" })}`);
		for (let length = 1; length <= torn.length; length++) {
			await writeFile(path, Buffer.concat([whole, torn.subarray(0, length)]));
			expect(await valuesAfterOpening()).toEqual([{ n: 1 }]);
			await write({ n: 2 });
			expect(await valuesAfterOpening()).toEqual([{ n: 1 }, { n: 2 }]);
		}
	});

	test("names the line when anything but the last one is damaged", async () => {
		await write({ n: 1 });
		await appendFile(path, '{"n":\n');
		await appendFile(path, '{"n":3}\n');
		await expect(valuesAfterOpening()).rejects.toThrow("line 2 cannot be read");
	});

	test("is readable by its owner only, as it holds names and addresses", async () => {
		await write({ n: 1 });
		expect((await stat(path)).mode & 0o777).toBe(0o600);
		expect((await stat(join(directory, "data"))).mode & 0o777).toBe(0o700);
	});

	test("a line that the disk did not take is not in the file, and later ones are", async () => {
		const journal = await openJournal(path, () => undefined);
		await journal.append({ n: 1 });
		await fillDiskAfter(0);
		await expect(journal.append({ n: 2 })).rejects.toThrow("ENOSPC");
		await journal.append({ n: 3 });
		await journal.close();
		expect(await valuesAfterOpening()).toEqual([{ n: 1 }, { n: 3 }]);
	});

	test("an emptied file is an empty journal", async () => {
		await write({ n: 1 });
		await truncate(path);
		expect(await valuesAfterOpening()).toEqual([]);
	});
});
