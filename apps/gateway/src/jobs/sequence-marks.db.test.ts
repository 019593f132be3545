import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { createSequenceMarks, sequenceFileIn } from "./sequence-marks.ts";

let tables: TestTables;
let directory: string;

beforeEach(async () => {
	tables = await openTestTables();
	directory = await mkdtemp(join(tmpdir(), "cardseal-marks-"));
});

afterEach(async () => {
	await tables.drop();
	await rm(directory, { recursive: true });
});

function start(dataDirectory = directory) {
	return createSequenceMarks(tables.database, dataDirectory);
}

async function nextId(): Promise<number> {
	const { rows } = await sql<{ id: number }>`select nextval('transactions_id_seq') as id`.execute(tables.database);
	return rows[0]?.id ?? 0;
}

/** Sets sequences back, as restoring a backup does. */
async function setBack(last: number): Promise<void> {
	await sql`select setval('transactions_id_seq', ${last}::bigint)`.execute(tables.database);
}

describe("numeric ids never repeat", () => {
	test("the first id of a new database is 100001, and a clean restart leaves no gap", async () => {
		const marks = await start();
		expect(await nextId()).toBe(100_001);
		await marks.release();
		await start();
		expect(await nextId()).toBe(100_002);
	});

	test("a gateway that was killed has reserved every id that it gave", async () => {
		const marks = await start();
		for (let batch = 0; batch < 3; batch++) {
			await sql`select nextval('transactions_id_seq') from generate_series(1, 20000)`.execute(tables.database);
			await marks.update();
		}
		const last = await nextId();
		await setBack(100_001);
		await start();
		expect(await nextId()).toBeGreaterThan(last);
	});

	test("a sequence that is set back under a running gateway is moved above the ids that it gave", async () => {
		const marks = await start();
		const last = await nextId();
		await marks.update();
		await setBack(100_000);
		await marks.update();
		expect(await nextId()).toBeGreaterThan(last);
	});

	test("the file is not written while enough numbers are reserved", async () => {
		const marks = await start();
		const before = await readFile(sequenceFileIn(directory), "utf8");
		await nextId();
		await marks.update();
		expect(await readFile(sequenceFileIn(directory), "utf8")).toBe(before);
	});

	test("a gateway that stops leaves the reserve of another one in the same data directory", async () => {
		const [first, second] = [await start(), await start()];
		await first.release();
		await second.update();
		const last = await nextId();
		await setBack(100_000);
		await start();
		expect(await nextId()).toBeGreaterThan(last);
		await second.update();
	});

	test("a lost data directory, and one that is behind, change nothing", async () => {
		const stopped = await start();
		await stopped.release();
		const lost = await mkdtemp(join(tmpdir(), "cardseal-marks-"));
		try {
			await start(lost);
			await setBack(200_000);
			await start();
			expect(await nextId()).toBe(200_001);
		} finally {
			await rm(lost, { recursive: true });
		}
	});

	test("a damaged file stops the start with a sentence", async () => {
		await writeFile(sequenceFileIn(directory), "{");
		await expect(start()).rejects.toThrow(/sequences\.json cannot be read: bring it back/);
	});
});
