import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { createSandboxClock } from "./sandbox-clock.ts";

const realNow = Date.UTC(2026, 10, 21);

let tables: TestTables;

beforeAll(async () => {
	tables = await openTestTables();
});

afterAll(() => tables.drop());

beforeEach(() => tables.database.deleteFrom("sandbox_clock").execute());

const open = (now = () => realNow) => createSandboxClock(tables.database, { now });

describe("the sandbox's clock", () => {
	test("shows real time until it is moved", async () => {
		const clock = await open();
		expect(clock.now()).toBe(realNow);
		await clock.follow();
		expect(clock.now()).toBe(realNow);
	});

	test("runs like real time after a move", async () => {
		let now = realNow;
		const clock = await open(() => now);
		await clock.moveTo(tables.database, realNow + 500);
		expect(clock.now()).toBe(realNow + 500);
		now += 7;
		expect(clock.now()).toBe(realNow + 507);
	});

	test("never goes back", async () => {
		const [one, two] = [await open(), await open()];
		await one.moveTo(tables.database, realNow + 900);
		await two.moveTo(tables.database, realNow + 300);
		expect(two.now()).toBe(realNow + 900);
		await one.moveTo(tables.database, realNow - 300);
		await one.follow();
		expect(one.now()).toBe(realNow + 900);
		expect((await open()).now()).toBe(realNow + 900);
	});

	test("follows a move of another gateway", async () => {
		const [one, two] = [await open(), await open()];
		await one.moveTo(tables.database, realNow + 900);
		expect(two.now()).toBe(realNow);
		await two.follow();
		expect(two.now()).toBe(realNow + 900);
	});

	test("keeps its time when a gateway restarts", async () => {
		await (await open()).moveTo(tables.database, realNow + 900);
		expect((await open()).now()).toBe(realNow + 900);
	});
});
