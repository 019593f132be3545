import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BusinessWork } from "../../../../packages/platform/src/jobs/business-work.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { createSharedLock, runWithExclusiveLock } from "./clock-lock.store.ts";
import { createClockMover, type MoveClock, skippedDuringAdvance } from "./move-clock.ts";
import { createSandboxClock, type SandboxClock } from "./sandbox-clock.ts";

const startedAt = Date.UTC(2026, 10, 21);
const minute = 60_000;
const day = 1_440 * minute;
const nothing = { charged: 0, failed: 0, mails: 0 };

let tables: TestTables;
let clock: SandboxClock;
let realNow: number;
let stopping: AbortController;
/** The due times, business time. */
let due: number[];
/** Runs with each event. */
let onRun: () => void;
let move: MoveClock;

const work: BusinessWork = {
	name: "work",
	nextAt: async () => due[0],
	async run() {
		const at = due[0];
		if (at === undefined || at > clock.now()) return {};
		onRun();
		due.shift();
		return { charged: 1 };
	},
};

beforeAll(async () => {
	tables = await openTestTables();
});

afterAll(() => tables.drop());

beforeEach(async () => {
	await tables.database.deleteFrom("sandbox_clock").execute();
	realNow = startedAt;
	clock = await createSandboxClock(tables.database, { now: () => startedAt });
	stopping = new AbortController();
	due = [];
	onRun = () => undefined;
	move = createClockMover({
		clock,
		real: { now: () => realNow },
		lockConnections: tables.database,
		works: [work],
		stopping: stopping.signal,
	});
});

const days = (...list: number[]) => list.map((count) => startedAt + count * day);

describe("a move of the clock", () => {
	test("ends with 503 at its time limit, and continues when the same time is sent again", async () => {
		due = days(1, 2, 3);
		onRun = () => {
			realNow += 3 * minute;
		};
		await expect(move({ now: startedAt + 9 * day })).rejects.toMatchObject({ code: "UNAVAILABLE" });
		expect(clock.now()).toBe(startedAt + 2 * day);
		expect(due).toEqual(days(3));
		expect(await move({ now: startedAt + 9 * day })).toEqual({ ...nothing, now: startedAt + 9 * day, charged: 1 });
	});

	test("is refused with 503 when the lock is not free in time, and then moves nothing", async () => {
		due = days(1);
		onRun = () => {
			realNow += 4 * minute;
		};
		const first = move({ advance_ms: day });
		const second = move({ advance_ms: day });
		await first;
		await expect(second).rejects.toMatchObject({ code: "UNAVAILABLE", headers: { "Retry-After": "1" } });
		expect(clock.now()).toBe(startedAt + day);
	});

	test("ends with 503 when the gateway stops, and begins nothing more", async () => {
		due = days(1, 2, 3);
		onRun = () => stopping.abort();
		await expect(move({ advance_ms: 9 * day })).rejects.toMatchObject({ code: "UNAVAILABLE" });
		expect(due).toEqual(days(2, 3));
		expect(clock.now()).toBe(startedAt + day);
	});

	test("X-52 reports failed work as an internal error with its cause for the log, and lets the next move continue", async () => {
		const cause = new Error("the bank is closed");
		due = days(1, 2);
		onRun = () => {
			if (clock.now() === startedAt + 2 * day) throw cause;
		};
		await expect(move({ advance_ms: 9 * day })).rejects.toMatchObject({ code: "INTERNAL", cause });
		expect(clock.now()).toBe(startedAt + 2 * day);
		onRun = () => undefined;
		expect(await move({ now: startedAt + 9 * day })).toMatchObject({ charged: 1 });
	});
});

describe("the work of a job", () => {
	test("runs while the clock stands still, and is skipped during an advance", async () => {
		const job = skippedDuringAdvance(work, createSharedLock(tables.database));
		due = [startedAt, startedAt];
		expect(await job.run()).toEqual({ charged: 1 });
		await runWithExclusiveLock(tables.database, minute, async () => {
			expect(await job.run()).toEqual({});
		});
		expect(due).toEqual([startedAt]);
	});
});
