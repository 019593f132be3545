import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertMerchant } from "../../../test/fixtures/builders.ts";
import { openTestTables, type TestTables } from "../../../test/fixtures/tables.ts";
import { advisoryLocks } from "../../platform/src/db/advisory-locks.ts";
import { type Database, openDatabase } from "../../platform/src/db/database.ts";
import { emitEvent } from "./emit.ts";
import { deleteOldEvents } from "./events.store.ts";
import { moveWaiting } from "./inbox.store.ts";
import { createEventMover, type EventMover } from "./mover.ts";

const createdAt = 1_795_219_200_000;
const clock = { time: createdAt, now: () => clock.time };

let tables: TestTables;
let database: Database;

beforeAll(async () => {
	tables = await openTestTables();
	database = tables.database.withTables();
});
afterAll(() => tables.drop());

/** The mover of one more gateway. */
function newMover(of = database): EventMover {
	return createEventMover({
		database: of,
		clock,
		onQueued: () => undefined,
		onFailure(error) {
			throw error;
		},
	});
}

/** Moves what no other mover moves now. */
async function moveAll(mover: EventMover): Promise<void> {
	while (!(await mover.move()));
}

function emit(transaction: Database, merchantId: number, mark: string | number): Promise<void> {
	return emitEvent(transaction, { type: "plan.created", merchantId, created: createdAt, data: { mark } });
}

/** The merchant's positions with the marks of their events. */
async function eventsOf(merchantId: number): Promise<[number, unknown][]> {
	const rows = await database
		.selectFrom("events")
		.select(["sequence", "data"])
		.where("merchant_id", "=", merchantId)
		.orderBy("sequence")
		.execute();
	return rows.map(({ sequence, data }) => [sequence, (data as { mark: unknown }).mark]);
}

describe("positions of events", () => {
	test("are without gaps for each merchant, with many writers and two movers at once", async () => {
		const merchants = [await insertMerchant(tables.database), await insertMerchant(tables.database)];
		const movers = [newMover(), newMover()];
		const writers = Array.from({ length: 40 }, async (_, index) => {
			const merchantId = merchants[index % 2] ?? 0;
			// Every fifth change is rolled back.
			const change = database.transaction().execute(async (transaction: Database) => {
				await emit(transaction, merchantId, index);
				if (index % 5 === 0) throw new Error("rolled back");
			});
			await change.catch(() => undefined);
			await movers[index % 2]?.move();
		});
		await Promise.all(writers);
		await moveAll(newMover());
		const found = await Promise.all(merchants.map(eventsOf));
		for (const events of found) {
			expect(events.map(([sequence]) => sequence)).toEqual(events.map((_, index) => index + 1));
		}
		const marks = found.flat().map(([, mark]) => mark as number);
		const expected = Array.from({ length: 40 }, (_, index) => index).filter((index) => index % 5 !== 0);
		expect(marks.sort((one, other) => one - other)).toEqual(expected);
	});

	test("tell the order of commits, whatever began first", async () => {
		const merchantId = await insertMerchant(tables.database);
		const mover = newMover();
		await database.transaction().execute(async (slow: Database) => {
			await emit(slow, merchantId, "slow");
			await emit(database, merchantId, "fast");
			await mover.move();
			expect(await eventsOf(merchantId)).toEqual([[1, "fast"]]);
		});
		await mover.move();
		expect(await eventsOf(merchantId)).toEqual([
			[1, "fast"],
			[2, "slow"],
		]);
	});

	test("are given to a backlog of several batches, which two movers share", async () => {
		const merchantId = await insertMerchant(tables.database);
		const count = 2_500;
		await sql`
			insert into event_inbox (merchant_id, type, created_at, data)
			select ${merchantId}, 'plan.created', ${createdAt}, json_build_object('mark', n)
			from generate_series(1, ${count}::int) as n`.execute(database);
		const movers = [newMover(), newMover()];
		while (!(await Promise.all(movers.map((mover) => mover.move()))).includes(true));
		const events = await eventsOf(merchantId);
		expect(events).toEqual(Array.from({ length: count }, (_, index) => [index + 1, index + 1]));
	});

	test("continue behind a mover that died in its move, which loses nothing", async () => {
		const merchantId = await insertMerchant(tables.database);
		await emit(database, merchantId, "before");
		const mortal: Database = openDatabase({ url: tables.url, maximumConnections: 1 });
		const doomed = mortal.transaction().execute(async (transaction: Database) => {
			const session = transaction.selectNoFrom((row) => row.fn<number>("pg_backend_pid").as("pid"));
			const { pid } = await session.executeTakeFirstOrThrow();
			await moveWaiting(transaction, { now: clock.now(), limit: 10 });
			await database.selectNoFrom((row) => row.fn("pg_terminate_backend", [row.val(pid)]).as("ended")).execute();
			await transaction.selectNoFrom((row) => row.val(1).as("one")).execute();
		});
		await expect(doomed).rejects.toThrow();
		await mortal.destroy();
		expect(await eventsOf(merchantId)).toEqual([]);
		await newMover().move();
		expect(await eventsOf(merchantId)).toEqual([[1, "before"]]);
	});

	test("continue when all earlier events are too old to be kept", async () => {
		const merchantId = await insertMerchant(tables.database);
		const mover = newMover();
		for (const mark of ["one", "two"]) await emit(database, merchantId, mark);
		await mover.move();
		clock.time += 1_000;
		await emit(database, merchantId, "three");
		await mover.move();
		await deleteOldEvents(database, clock.time);
		expect(await eventsOf(merchantId)).toEqual([[3, "three"]]);
		await deleteOldEvents(database, clock.time + 1);
		await emit(database, merchantId, "four");
		await mover.move();
		expect(await eventsOf(merchantId)).toEqual([[4, "four"]]);
	});
});

describe("a mover", () => {
	/** Runs a test while another session does something in a transaction. */
	async function meanwhile(statement: string, run: () => Promise<void>): Promise<void> {
		await database.transaction().execute(async (other: Database) => {
			await sql.raw(statement).execute(other);
			await run();
		});
	}

	test("waits for no other one, and moves when that one has ended", async () => {
		const merchantId = await insertMerchant(tables.database);
		const own: Database = openDatabase({ url: tables.url, maximumConnections: 1 });
		const mover = newMover(own);
		await meanwhile(`select pg_advisory_xact_lock(${advisoryLocks.eventMove})`, async () => {
			await emit(database, merchantId, "late");
			mover.wake();
			expect(await Promise.all([mover.move(), mover.move(), mover.move()])).toEqual([false, false, false]);
			expect((await sql`select 1`.execute(own)).rows).toHaveLength(1);
		});
		await expect.poll(() => eventsOf(merchantId)).toEqual([[1, "late"]]);
		await mover.stop();
		await own.destroy();
	});

	test("uses one connection, however often it is called while it is held up", async () => {
		const merchantId = await insertMerchant(tables.database);
		const own: Database = openDatabase({ url: tables.url, maximumConnections: 2 });
		const mover = newMover(own);
		let moves: Promise<boolean>[] = [];
		await emit(database, merchantId, "held up");
		await meanwhile("lock table event_inbox in access exclusive mode", async () => {
			moves = Array.from({ length: 5 }, () => mover.move());
			expect((await sql`select 1`.execute(own)).rows).toHaveLength(1);
			moves.push(mover.move());
			expect((await sql`select 1`.execute(own)).rows).toHaveLength(1);
		});
		expect(new Set(await Promise.all(moves))).toEqual(new Set([true]));
		await mover.stop();
		await own.destroy();
		expect(await eventsOf(merchantId)).toEqual([[1, "held up"]]);
	});
});
