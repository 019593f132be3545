import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { advisoryLocks } from "../../../../packages/platform/src/db/advisory-locks.ts";
import { openDatabase } from "../../../../packages/platform/src/db/database.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { createSharedLock, type RunShared, runWithExclusiveLock } from "./clock-lock.store.ts";

let tables: TestTables;
let runShared: RunShared;

beforeAll(async () => {
	tables = await openTestTables();
	runShared = createSharedLock(tables.database);
});

afterAll(() => tables.drop());

const patient = 30_000;

/** Creates an action that runs until the test ends it. */
function lastingAction() {
	const begun = Promise.withResolvers<void>();
	const end = Promise.withResolvers<void>();
	const run = async () => {
		begun.resolve();
		await end.promise;
		return "done";
	};
	return { run, begun: begun.promise, end: () => end.resolve() };
}

const runNothing = () => runShared(async () => undefined);

async function heldLocks(): Promise<number> {
	const { rows } = await sql`
		select from pg_locks
		where locktype = 'advisory' and granted and mode = 'ShareLock' and objid = ${advisoryLocks.sandboxClock}
			and database = (select oid from pg_database where datname = current_database())`.execute(tables.database);
	return rows.length;
}

/** Resolves when the exclusive lock is requested and not granted. */
function exclusiveLockRequested(): Promise<void> {
	return vi.waitFor(async () => {
		const { rows } = await sql`
			select from pg_locks
			where locktype = 'advisory' and not granted
				and database = (select oid from pg_database where datname = current_database())`.execute(tables.database);
		expect(rows).toHaveLength(1);
	}, patient);
}

describe("the clock lock", () => {
	test("shared work runs at the same time", async () => {
		const [one, two] = [lastingAction(), lastingAction()];
		const both = [runShared(one.run), runShared(two.run)];
		await Promise.all([one.begun, two.begun]);
		one.end();
		two.end();
		expect(await Promise.all(both)).toEqual([true, true]);
	});

	test("work that begins together shares a connection, which ends with the last of it; an error reaches its own caller", async () => {
		const [one, two] = [lastingAction(), lastingAction()];
		const failed = runShared(() => Promise.reject(new Error("no")));
		const both = [runShared(one.run), runShared(two.run)];
		await expect(failed).rejects.toThrow("no");
		await Promise.all([one.begun, two.begun]);
		expect(await heldLocks()).toBe(1);
		one.end();
		expect(await both[0]).toBe(true);
		expect(await heldLocks()).toBe(1);
		two.end();
		expect(await both[1]).toBe(true);
		await expect.poll(heldLocks).toBe(0);
	});

	test("nothing runs during an exclusive action", async () => {
		const moving = lastingAction();
		const alone = runWithExclusiveLock(tables.database, patient, moving.run);
		await moving.begun;
		expect(await runNothing()).toBe(false);
		expect(await runWithExclusiveLock(tables.database, 1, async () => "moved as well")).toBeUndefined();
		moving.end();
		expect(await alone).toBe("done");
		expect(await runNothing()).toBe(true);
	});

	test("an exclusive action waits for running work, and no other work begins meanwhile", async () => {
		const job = lastingAction();
		const beside = runShared(job.run);
		await job.begun;
		const moving = vi.fn(async () => "moved");
		const alone = runWithExclusiveLock(tables.database, patient, moving);
		await exclusiveLockRequested();
		expect(await runNothing()).toBe(false);
		expect(moving).not.toHaveBeenCalled();
		job.end();
		expect(await alone).toBe("moved");
		expect(await beside).toBe(true);
	});

	test("X-52 a wait for the lock may be longer than a statement timeout, and ends at its limit", async () => {
		const hasty = openDatabase({ url: tables.url, maximumConnections: 1, answerTimeoutMs: 5_000 });
		const moving = lastingAction();
		const alone = runWithExclusiveLock(tables.database, patient, moving.run);
		await moving.begun;
		expect(await runWithExclusiveLock(hasty, 6_000, async () => "moved as well")).toBeUndefined();
		moving.end();
		await alone;
		expect(await runWithExclusiveLock(hasty, 6_000, async () => "moved")).toBe("moved");
		await hasty.destroy();
	});

	test("X-52 a failed action releases the lock", async () => {
		const fail = () => Promise.reject(new Error("no"));
		await expect(runShared(fail)).rejects.toThrow("no");
		await expect(runWithExclusiveLock(tables.database, patient, fail)).rejects.toThrow("no");
		expect(await runWithExclusiveLock(tables.database, 1_000, async () => "moved")).toBe("moved");
		expect(await runNothing()).toBe(true);
	});

	test("a lost connection releases the lock and stops further writes", async () => {
		const moving = runWithExclusiveLock(tables.database, patient, async (connection) => {
			const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection);
			await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(tables.database);
			await sql`insert into sandbox_clock (ahead_ms) values (1)`.execute(connection);
		});
		await expect(moving).rejects.toThrow();
		expect(await tables.database.selectFrom("sandbox_clock").selectAll().execute()).toEqual([]);
		// PostgreSQL tells of the end first, and releases the locks then.
		await expect.poll(runNothing, { timeout: 20_000 }).toBe(true);
	});
});
