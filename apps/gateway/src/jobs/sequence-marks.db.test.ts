import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { insertMerchant } from "../../../../test/fixtures/builders.ts";
import { testClocks } from "../../../../test/fixtures/clock.ts";
import { moveEvents } from "../../../../test/fixtures/events.ts";
import { newTransaction } from "../../../../test/fixtures/payments/transaction.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { emitEvents } from "../events/emit.ts";
import { skipPositions } from "../events/events.store.ts";
import { insertPending } from "../payments/submission/pending.store.ts";
import { createRestoredMode } from "../restored-mode/restored-mode.ts";
import { noPeers } from "../start/workers/peers.ts";
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

function start(dataDirectory = directory, peers = noPeers()) {
	const database = tables.database.withTables();
	const { check } = createRestoredMode({ database, clocks: testClocks() });
	return createSequenceMarks({ database, dataDirectory, skipPositions, check, peers });
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
		const marks = await start();
		await write(3);
		for (let update = 0; update < 10; update++) await marks.update();
		await start();
		expect(await write(1)).toBe(4);
	});

	test.each([0, 1])("never repeat after a backup with %i of them was restored", async (position) => {
		const marks = await start();
		const last = await write(3);
		for (let update = 0; update < 10; update++) await marks.update();
		await restore(position);
		await start();
		expect(await write(1)).toBeGreaterThan(last);
		const moved = await lastPosition();
		await start();
		expect(await lastPosition()).toBe(moved);
	});

	test("never repeat after a backup was restored under a running gateway", async () => {
		const marks = await start();
		const last = await write(3);
		await marks.update();
		await restore(1);
		await marks.update();
		expect(await write(1)).toBeGreaterThan(last);
	});

	test("never repeat after a backup was restored while no gateway ran", async () => {
		const marks = await start();
		const last = await write(3);
		await marks.release();
		await restore(1);
		await start();
		expect(await write(1)).toBeGreaterThan(last);
	});
});

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

	test("workers of one gateway leave no gap: the last one to leave gives up the reserve", async () => {
		let present = 2;
		const leave = async () => --present === 0;
		const gateway = { gatewayId: "the same", isWorker: true, leave };
		const first = await start(directory, { ...gateway, publicUrl: undefined });
		expect(await nextId()).toBe(100_001);
		const second = await start(directory, { ...gateway, publicUrl: "http://localhost" });
		expect(await nextId()).toBe(100_002);
		await first.release();
		expect(await nextId()).toBe(100_003);
		await second.release();
		await start();
		expect(await nextId()).toBe(100_004);
	});

	test("a worker that leaves before the last one keeps the reserve", async () => {
		const gateway = { gatewayId: "the same", isWorker: true, publicUrl: undefined };
		const first = await start(directory, { ...gateway, leave: async () => false });
		await first.release();
		const last = await nextId();
		await setBack(100_000);
		await start();
		expect(await nextId()).toBeGreaterThan(last);
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

	test("the file of another database stops the start, and no restore is opened", async () => {
		const database = tables.database.withTables();
		await insertPending(database, [{ transaction: newTransaction(), inquiryFrom: 0 }]);
		await start();
		const { installationId } = JSON.parse(await readFile(sequenceFileIn(directory), "utf8")).seen;
		await database.updateTable("installation").set({ installation_id: randomUUID() }).execute();
		await database.deleteFrom("transactions").execute();
		await expect(start()).rejects.toThrow(
			/sequences\.json was written for another database .* Correct DATA_DIR or DATABASE_URL/,
		);
		expect(await tables.database.selectFrom("restores").selectAll().execute()).toEqual([]);
		await database.updateTable("installation").set({ installation_id: installationId }).execute();
		await start();
		expect(await tables.database.selectFrom("restores").selectAll().execute()).toMatchObject([{ finished_at: null }]);
	});

	test("a file that is damaged later does not hide a restore that another gateway noticed", async () => {
		const database = tables.database.withTables();
		const mode = createRestoredMode({ database, clocks: testClocks() });
		const options = { database, dataDirectory: directory, skipPositions, check: mode.check, peers: noPeers() };
		const marks = await createSequenceMarks(options);
		await writeFile(sequenceFileIn(directory), "{");
		await database
			.insertInto("restores")
			.values({ noticed_at: 1, window_from: 1, missing: "{}", kept_file_numbers: "{}" } as never)
			.execute();
		await expect(marks.update()).rejects.toThrow(/cannot be read/);
		expect(mode.open).toBeDefined();
	});
});
