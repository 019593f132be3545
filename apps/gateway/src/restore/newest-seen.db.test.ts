import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { emitEvents } from "../../../../packages/events/src/emit.ts";
import { insertPending } from "../../../../packages/payments/src/submission/pending.store.ts";
import { insertMerchant } from "../../../../test/fixtures/builders.ts";
import { testClocks } from "../../../../test/fixtures/clock.ts";
import { moveEvents } from "../../../../test/fixtures/events.ts";
import { newTransaction } from "../../../../test/fixtures/payments/transaction.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { createNewestSeen, seenFileIn } from "./newest-seen.ts";
import { createRestoredMode } from "./restored-mode.ts";

let tables: TestTables;
let directory: string;

beforeEach(async () => {
	tables = await openTestTables();
	directory = await mkdtemp(join(tmpdir(), "cardseal-seen-"));
});

afterEach(async () => {
	await tables.drop();
	await rm(directory, { recursive: true });
});

function start(dataDirectory = directory) {
	const database = tables.database.withTables();
	const { check } = createRestoredMode({ database, clocks: testClocks() });
	return createNewestSeen({ database, dataDirectory, check });
}

async function nextId(): Promise<number> {
	const { rows } = await sql<{ id: number }>`select nextval('transactions_id_seq') as id`.execute(tables.database);
	return rows[0]?.id ?? 0;
}

/** Sets sequences back, as restoring a backup does. */
async function setBack(last: number): Promise<void> {
	await sql`select setval('transactions_id_seq', ${last}::bigint)`.execute(tables.database);
}

describe("positions of events", () => {
	let merchantId: number;

	beforeEach(async () => {
		merchantId = await insertMerchant(tables.database);
	});

	/** Writes events and moves them. Returns the last position. */
	async function write(count: number): Promise<number> {
		const event = { type: "plan.created", merchantId, created: 0, data: {} } as const;
		await emitEvents(
			tables.database.withTables(),
			Array.from({ length: count }, () => event),
		);
		await moveEvents({ database: { tables: tables.database }, clocks: testClocks() });
		return lastPosition();
	}

	async function lastPosition(): Promise<number> {
		const counter = tables.database.selectFrom("event_sequences").selectAll();
		const found = await counter.where("merchant_id", "=", merchantId).executeTakeFirst();
		return found?.last_sequence ?? 0;
	}

	/** Restores the rows of a backup, and the sequence of events. */
	async function restore(position: number): Promise<void> {
		await tables.database.deleteFrom("events").where("sequence", ">", position).execute();
		await tables.database.deleteFrom("event_sequences").execute();
		if (position > 0) {
			const row = { merchant_id: merchantId, last_sequence: position };
			await tables.database.insertInto("event_sequences").values(row).execute();
		}
		await sql`select setval('event_inbox_id_seq', ${position + 1}::bigint)`.execute(tables.database);
	}

	test("have no gap after a kill", async () => {
		const seen = await start();
		await write(3);
		await seen.update();
		await start();
		expect(await write(1)).toBe(4);
	});

	test.each([0, 1])("never repeat after a backup with %i of them was restored", async (position) => {
		const seen = await start();
		const last = await write(3);
		await seen.update();
		await restore(position);
		await start();
		expect(await write(1)).toBeGreaterThan(last);
		const moved = await lastPosition();
		await start();
		expect(await lastPosition()).toBe(moved);
	});

	test("never repeat after a backup was restored under a running gateway", async () => {
		const seen = await start();
		const last = await write(3);
		await seen.update();
		await restore(1);
		await seen.update();
		expect(await write(1)).toBeGreaterThan(last);
	});

	test("never repeat after a backup was restored while no gateway ran", async () => {
		const seen = await start();
		const last = await write(3);
		await seen.update();
		await restore(1);
		await start();
		expect(await write(1)).toBeGreaterThan(last);
	});
});

describe("numeric ids never repeat", () => {
	test("the first id of a new database is 100001, and a restart leaves no gap", async () => {
		await start();
		expect(await nextId()).toBe(100_001);
		await start();
		expect(await nextId()).toBe(100_002);
	});

	test("a gateway that was killed repeats no id that it gave, also none since its last look", async () => {
		const seen = await start();
		for (let batch = 0; batch < 3; batch++) {
			await sql`select nextval('transactions_id_seq') from generate_series(1, 20000)`.execute(tables.database);
			await seen.update();
		}
		const last = await nextId();
		await setBack(100_001);
		await start();
		expect(await nextId()).toBeGreaterThan(last);
	});

	test("a sequence that is set back under a running gateway is moved above the ids that it gave", async () => {
		const seen = await start();
		const last = await nextId();
		await seen.update();
		await setBack(100_000);
		await seen.update();
		expect(await nextId()).toBeGreaterThan(last);
	});

	test("all sequences move where a restore begins, also those that are not behind", async () => {
		const database = tables.database.withTables();
		const lost = newTransaction();
		await insertPending(database, [{ transaction: lost, inquiryFrom: 0 }]);
		const seen = await start();
		await database.deleteFrom("transactions").execute();
		await seen.update();
		expect(await nextId()).toBeGreaterThan(200_000);
		await seen.update();
		await start();
		expect(await nextId()).toBeLessThan(300_000);
	});

	test("gateways that notice at the same moment set no sequence back", async () => {
		const running = [await start(), await start(await mkdtemp(join(directory, "other-")))];
		await sql`select nextval('transactions_id_seq') from generate_series(1, 500)`.execute(tables.database);
		for (const seen of running) await seen.update();
		const last = await nextId();
		await setBack(100_000);
		await Promise.all(running.map((seen) => seen.update()));
		const next = await nextId();
		expect(next).toBeGreaterThan(last);
		for (const seen of running) await seen.update();
		expect(await nextId()).toBe(next + 1);
	});

	test("the file is not written while nothing changes", async () => {
		const seen = await start();
		const before = await stat(seenFileIn(directory));
		await seen.update();
		expect((await stat(seenFileIn(directory))).mtimeMs).toBe(before.mtimeMs);
	});

	test("a lost data directory, and one that is behind, change nothing", async () => {
		await start();
		const lost = await mkdtemp(join(tmpdir(), "cardseal-seen-"));
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
		await writeFile(seenFileIn(directory), "{");
		await expect(start()).rejects.toThrow(/newest-seen\.json cannot be read: bring it back/);
	});

	test("the file of another database stops the start, and no restore is opened", async () => {
		const database = tables.database.withTables();
		await insertPending(database, [{ transaction: newTransaction(), inquiryFrom: 0 }]);
		await start();
		const { installationId } = JSON.parse(await readFile(seenFileIn(directory), "utf8"));
		await database.updateTable("installation").set({ installation_id: randomUUID() }).execute();
		await database.deleteFrom("transactions").execute();
		await expect(start()).rejects.toThrow(
			/newest-seen\.json was written for another database .* Correct DATA_DIR or DATABASE_URL/,
		);
		expect(await tables.database.selectFrom("restores").selectAll().execute()).toEqual([]);
		await database.updateTable("installation").set({ installation_id: installationId }).execute();
		await start();
		expect(await tables.database.selectFrom("restores").selectAll().execute()).toMatchObject([{ finished_at: null }]);
	});

	test("a file that is damaged later does not hide a restore that another gateway noticed", async () => {
		const database = tables.database.withTables();
		const mode = createRestoredMode({ database, clocks: testClocks() });
		const seen = await createNewestSeen({ database, dataDirectory: directory, check: mode.check });
		await writeFile(seenFileIn(directory), "{");
		await database
			.insertInto("restores")
			.values({ noticed_at: 1, window_from: 1, missing: "{}", kept_file_numbers: "{}" } as never)
			.execute();
		await expect(seen.update()).rejects.toThrow(/cannot be read/);
		expect(mode.open).toBeDefined();
	});
});
