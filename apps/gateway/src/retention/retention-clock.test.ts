import { pino } from "pino";
import { beforeEach, describe, expect, test } from "vitest";
import { createRetentionClock, type RetentionClock } from "./retention-clock.ts";

const minute = 60_000;
const hour = 60 * minute;
const start = Date.UTC(2026, 10, 21);

/** The machine's clocks: time passes on all of them, and a test can set the time of day separately. */
const machine = { real: 0, database: 0, elapsed: 0 };
let logLines: string[];

beforeEach(() => {
	// Elapsed time has fractions of a ms.
	Object.assign(machine, { real: start, database: start, elapsed: 17.25 });
	logLines = [];
});

function setClocks(ms: number): void {
	machine.real += ms;
	machine.database += ms;
}

function startGateway(): RetentionClock {
	const startedAt = machine.elapsed;
	return createRetentionClock({
		real: { now: () => machine.real },
		elapsedMs: () => machine.elapsed - startedAt,
		databaseNow: async () => machine.database,
		log: pino({ level: "warn" }, { write: (line: string) => void logLines.push(line) }),
	});
}

/** Lets time pass while the gateway compares its clocks every minute. Returns the time it then has for ages. */
async function run(clock: RetentionClock, ms: number): Promise<number | undefined> {
	await clock.now();
	for (let passed = 0; passed < ms; passed += minute) {
		setClocks(minute);
		machine.elapsed += minute;
		await clock.now();
	}
	return await clock.now();
}

describe("the clock of retention", () => {
	test("is the database's, an hour after the start", async () => {
		const clock = startGateway();
		machine.real += 5 * minute;
		expect(await run(clock, hour - minute)).toBeUndefined();
		expect(await run(clock, minute)).toBe(start + hour);
		expect(logLines).toEqual([]);
	});

	test("a gateway started for minutes with its clocks 49 h ahead makes nothing older", async () => {
		setClocks(49 * hour);
		expect(await run(startGateway(), 30 * minute)).toBeUndefined();
		setClocks(-49 * hour);
		expect(await run(startGateway(), hour)).toBe(machine.database);
	});

	test("nothing is deleted for an hour after a jump of a running gateway's clocks", async () => {
		const clock = startGateway();
		expect(await run(clock, 2 * hour)).toBe(machine.database);
		setClocks(49 * hour);
		expect(await clock.now()).toBeUndefined();
		expect(await run(clock, hour - minute)).toBeUndefined();
		setClocks(-49 * hour);
		expect(await clock.now()).toBeUndefined();
		expect(await run(clock, hour)).toBe(machine.database);
	});

	test.each([
		["ahead of", hour + 1_000],
		["behind", -hour - 1_000],
	])("nothing is deleted while the gateway's clock is %s the database's, which is logged once", async (_name, ms) => {
		const clock = startGateway();
		machine.real += ms;
		expect(await run(clock, 2 * hour)).toBeUndefined();
		expect(logLines).toHaveLength(1);
		expect(logLines[0]).toContain(`the clocks of gateway and database differ by ${ms / 1_000} s`);
		machine.real = machine.database;
		expect(await clock.now()).toBe(machine.database);
	});
});
