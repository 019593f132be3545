import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openDatabase } from "../../../../packages/platform/src/db/database.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { runWithExclusiveLock, runWithSharedLock } from "./clock-lock.store.ts";

let tables: TestTables;

beforeAll(async () => {
	tables = await openTestTables();
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

const runNothing = () => runWithSharedLock(tables.database, async () => undefined);

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
		const both = [runWithSharedLock(tables.database, one.run), runWithSharedLock(tables.database, two.run)];
		await Promise.all([one.begun, two.begun]);
		one.end();
		two.end();
		expect(await Promise.all(both)).toEqual([true, true]);
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
		const beside = runWithSharedLock(tables.database, job.run);
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
		await expect(runWithSharedLock(tables.database, fail)).rejects.toThrow("no");
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
