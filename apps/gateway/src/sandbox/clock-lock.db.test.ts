import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { openDatabase } from "../db/database.ts";
import { runAlone, runBesideOthers } from "./clock-lock.store.ts";

let tables: TestTables;

beforeAll(async () => {
	tables = await openTestTables();
});

afterAll(() => tables.drop());

const patient = 30_000;

/** An action that begins, and goes on until it is told to end. */
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

const runNothing = () => runBesideOthers(tables.database, async () => undefined);

/** Resolves when somebody waits for the turn alone. */
function somebodyWaits(): Promise<void> {
	return vi.waitFor(async () => {
		const { rows } = await sql`
			select from pg_locks
			where locktype = 'advisory' and not granted
				and database = (select oid from pg_database where datname = current_database())`.execute(tables.database);
		expect(rows).toHaveLength(1);
	}, patient);
}

describe("turns", () => {
	test("let what does not move the clock run beside others like it", async () => {
		const [one, two] = [lastingAction(), lastingAction()];
		const both = [runBesideOthers(tables.database, one.run), runBesideOthers(tables.database, two.run)];
		await Promise.all([one.begun, two.begun]);
		one.end();
		two.end();
		expect(await Promise.all(both)).toEqual([true, true]);
	});

	test("let nothing run beside who moves the clock", async () => {
		const moving = lastingAction();
		const alone = runAlone(tables.database, patient, moving.run);
		await moving.begun;
		expect(await runNothing()).toBe(false);
		expect(await runAlone(tables.database, 1, async () => "moved as well")).toBeUndefined();
		moving.end();
		expect(await alone).toBe("done");
		expect(await runNothing()).toBe(true);
	});

	test("have who moves the clock wait for what runs, and let nothing begin that would keep it waiting", async () => {
		const job = lastingAction();
		const beside = runBesideOthers(tables.database, job.run);
		await job.begun;
		const moving = vi.fn(async () => "moved");
		const alone = runAlone(tables.database, patient, moving);
		await somebodyWaits();
		expect(await runNothing()).toBe(false);
		expect(moving).not.toHaveBeenCalled();
		job.end();
		expect(await alone).toBe("moved");
		expect(await beside).toBe(true);
	});

	test("X-52 are waited for longer than a statement may last, and refused only when the time is over", async () => {
		const hasty = openDatabase({ url: tables.url, maximumConnections: 1, answerTimeoutMs: 1_500 });
		const moving = lastingAction();
		const alone = runAlone(tables.database, patient, moving.run);
		await moving.begun;
		expect(await runAlone(hasty, 2_500, async () => "moved as well")).toBeUndefined();
		moving.end();
		await alone;
		expect(await runAlone(hasty, 2_500, async () => "moved")).toBe("moved");
		await hasty.destroy();
	});

	test("X-52 are given back by what fails", async () => {
		const fail = () => Promise.reject(new Error("no"));
		await expect(runBesideOthers(tables.database, fail)).rejects.toThrow("no");
		await expect(runAlone(tables.database, patient, fail)).rejects.toThrow("no");
		expect(await runAlone(tables.database, 1_000, async () => "moved")).toBe("moved");
		expect(await runNothing()).toBe(true);
	});

	test("are lost with their connection, and whoever lost theirs writes nothing more", async () => {
		const moving = runAlone(tables.database, patient, async (connection) => {
			const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection);
			await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(tables.database);
			await sql`insert into sandbox_clock (ahead_ms) values (1)`.execute(connection);
		});
		await expect(moving).rejects.toThrow();
		expect(await tables.database.selectFrom("sandbox_clock").selectAll().execute()).toEqual([]);
		expect(await runNothing()).toBe(true);
	});
});
