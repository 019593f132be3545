import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { resumeRetention } from "./retention-clock.store.ts";
import { createRetentionClock, type RetentionClock } from "./retention-clock.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const start = Date.UTC(2026, 10, 21);

let tables: TestTables;
let logLines: string[];

beforeAll(async () => {
	tables = await openTestTables();
});

afterAll(() => tables.drop());

beforeEach(async () => {
	logLines = [];
	await tables.database.deleteFrom("retention_checkpoints").execute();
	await tables.database.deleteFrom("retention_stop").execute();
	await tables.database.deleteFrom("idempotency_keys").execute();
});

/** Elapsed time has fractions of a ms. */
const atStart = { real: start, database: start, elapsed: 17.25 };

/** The machine's clocks: time passes on all of them, and a test can set the time of day separately. */
const machine = { ...atStart };

beforeEach(() => Object.assign(machine, atStart));

function pass(ms: number): void {
	machine.real += ms;
	machine.database += ms;
	machine.elapsed += ms + 0.125;
}

function setClocks(ms: number): void {
	machine.real += ms;
	machine.database += ms;
}

/** Starts a gateway; several share the database. */
function startGateway(): RetentionClock {
	const startedAt = machine.elapsed;
	return createRetentionClock({
		database: tables.database,
		real: { now: () => machine.real },
		elapsedMs: () => machine.elapsed - startedAt,
		databaseNow: async () => machine.database,
		log: pino({ level: "error" }, { write: (line: string) => void logLines.push(line) }),
	});
}

/** Lets time pass while gateways observe it every ten minutes. */
async function run(gateways: RetentionClock[], ms: number): Promise<void> {
	for (const clock of gateways) await clock.observe();
	for (let passed = 0; passed < ms; passed += 10 * minute) {
		pass(10 * minute);
		for (const clock of gateways) await clock.observe();
	}
}

async function cutoffOf(clock: RetentionClock, ageMs: number): Promise<number | undefined> {
	return (await clock.observe())?.(ageMs);
}

describe("the clock of retention", () => {
	test("what has passed as running time is old enough, to within ten minutes", async () => {
		const clock = startGateway();
		await run([clock], 2 * day);
		expect(await cutoffOf(clock, day)).toBe(start + day);
		pass(9 * minute);
		expect(await cutoffOf(clock, day)).toBe(start + day);
	});

	test("a gateway started for seconds with its clocks 49 h ahead makes nothing older", async () => {
		await run([startGateway()], day);
		setClocks(49 * hour);
		const ahead = startGateway();
		expect(await cutoffOf(ahead, day)).toBe(start);
		pass(3_000);
		expect(await cutoffOf(ahead, day)).toBe(start);
		setClocks(-49 * hour);
		const next = startGateway();
		expect(await cutoffOf(next, day)).toBe(start);
		await run([next], day);
		expect(await cutoffOf(next, day)).toBeLessThanOrEqual(machine.database - day);
	});

	test("time without a gateway does not count, and two gateways count an hour once", async () => {
		await run([startGateway()], hour);
		pass(30 * day);
		const two = [startGateway(), startGateway()] as const;
		await run([...two], 22 * hour);
		for (const clock of two) expect(await cutoffOf(clock, day)).toBe(0);
		await run([...two], hour);
		for (const clock of two) expect(await cutoffOf(clock, day)).toBe(start);
	});

	test("a jump of a running gateway's clock stops retention until an operator resumes it", async () => {
		const clock = startGateway();
		await run([clock], 2 * day);
		setClocks(2 * hour);
		expect(await clock.observe()).toBeUndefined();
		setClocks(-2 * hour);
		expect(await clock.observe()).toBeUndefined();
		expect(await startGateway().observe()).toBeUndefined();
		expect(logLines.filter((line) => line.includes("a clock jumped by 7200 s"))).toHaveLength(2);
		expect(await resumeRetention(tables.database)).toBe(true);
		expect(await cutoffOf(clock, day)).toBe(start + day);
	});

	test.each([
		["ahead of", 61_000],
		["behind", -61_000],
	])("nothing is deleted while the gateway's clock is %s the database's, which is logged once", async (_name, ms) => {
		await run([startGateway()], 2 * day);
		machine.real += ms;
		const clock = startGateway();
		expect(await clock.observe()).toBeUndefined();
		expect(await clock.observe()).toBeUndefined();
		expect(logLines).toHaveLength(1);
		machine.real = machine.database;
		expect(await cutoffOf(startGateway(), day)).toBe(start + day);
	});

	test("nothing is deleted while a record is newer than the clock", async () => {
		await run([startGateway()], 2 * day);
		const key = { merchant_id: 1, route: "/sale", key: "ahead", fingerprint: Buffer.alloc(32) };
		await tables.database
			.insertInto("idempotency_keys")
			.values({ ...key, transaction_id: "ahead", created_at: machine.database + 61_000 })
			.execute();
		const clock = startGateway();
		expect(await clock.observe()).toBeUndefined();
		await run([clock], 10 * minute);
		expect(await cutoffOf(clock, day)).toBe(start + day);
	});
});
