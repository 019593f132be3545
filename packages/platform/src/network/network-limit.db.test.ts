import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { deleteEndedCounts } from "./client-counts.store.ts";
import type { NetworkLimits } from "./client-network.ts";
import { createNetworkLimit, type NetworkLimit } from "./network-limit.ts";

const windowMs = 10_000;

let tables: TestTables;
let now: number;

beforeAll(async () => {
	tables = await openTestTables();
});
beforeEach(async () => {
	now = 1_000_000;
	await tables.database.deleteFrom("client_counts").execute();
});
afterAll(() => tables.drop());

/** A limit as a gateway has it: those of several gateways count together. */
function limited(limits: NetworkLimits, name = "tries"): NetworkLimit {
	const database = tables.database.withTables();
	return createNetworkLimit({ database, clock: { now: () => now }, name, limits, windowMs });
}

/** Counts ten events one after another and returns how many were within the limits. */
async function counted(limit: NetworkLimit, address: (index: number) => string): Promise<number> {
	let within = 0;
	for (let index = 0; index < 10; index++) if ((await limit.count(address(index))) === undefined) within++;
	return within;
}

describe("createNetworkLimit", () => {
	test("X-39 allows as many events as the limit, then says how long to wait", async () => {
		const limit = limited([2, 9, 9]);
		expect(await limit.count("203.0.113.9")).toBeUndefined();
		now += 4_000;
		expect(await limit.count("203.0.113.9")).toBeUndefined();
		expect(await limit.count("203.0.113.9")).toBe(6_000);
		now += 1_000;
		expect(await limit.count("203.0.113.9")).toBe(5_000);
		expect(await limit.count("203.0.113.10")).toBeUndefined();
		now += 5_000;
		expect(await limit.count("203.0.113.9")).toBeUndefined();
	});

	test("X-39 counts the events at all gateways together, also at the same time", async () => {
		const gateways = [limited([5, 9, 9]), limited([5, 9, 9])];
		const waits = await Promise.all(
			Array.from({ length: 12 }, (_, index) => gateways[index % 2]?.count("2001:db8::1")),
		);
		expect(waits.filter((wait) => wait === undefined)).toHaveLength(5);
		expect(await limited([5, 9, 9]).count("2001:db8::1")).toBe(windowMs);
	});

	test("X-39 counts the networks of a client at /64, /56 and /48", async () => {
		const limit = limited([2, 4, 6]);
		expect(await counted(limit, () => "2001:db8:1:100::1")).toBe(2);
		expect(await counted(limit, (index) => `2001:db8:1:1${index}1::1`)).toBe(2);
		expect(await counted(limit, (index) => `2001:db8:2:${index}::1`)).toBe(4);
		expect(await counted(limit, (index) => `2001:db8:3:${index}00::1`)).toBe(6);
	});

	test("X-39 a network beyond its own limit does not use up that of its neighbours", async () => {
		const limit = limited([2, 3, 3]);
		expect(await counted(limit, () => "2001:db8:1:100::1")).toBe(2);
		expect(await limit.count("2001:db8:1:101::1")).toBeUndefined();
	});

	test("gives room back, and counts each limit apart", async () => {
		const limit = limited([1, 1, 1]);
		await limit.count("2001:db8::1");
		await limit.giveBack("2001:db8::1");
		expect(await limit.count("2001:db8:0:1::1")).toBeUndefined();
		expect(await limit.count("2001:db8::1")).toBe(windowMs);
		expect(await limited([1, 1, 1], "others").count("2001:db8::1")).toBeUndefined();
		await limit.giveBack("192.0.2.1");
		expect(await limit.count("192.0.2.1")).toBeUndefined();
	});

	test("a refused network costs no statement for five seconds", async () => {
		const limit = limited([1, 9, 9]);
		await limit.count("192.0.2.1");
		expect(await limit.count("192.0.2.1")).toBe(windowMs);
		await tables.database.deleteFrom("client_counts").execute();
		now += 4_999;
		expect(await limit.count("192.0.2.1")).toBe(5_001);
		now += 1;
		expect(await limit.count("192.0.2.1")).toBeUndefined();
	});

	test("X-36 a window of a clock that was ahead by an hour makes nobody wait", async () => {
		const limit = limited([1, 9, 9]);
		now += 3_600_000;
		await limit.count("192.0.2.1");
		expect(await limit.count("192.0.2.1")).toBe(windowMs);
		now -= 3_600_000;
		expect(await limit.count("192.0.2.1")).toBeUndefined();
		expect(await limit.count("192.0.2.1")).toBe(windowMs);
	});

	test("ended windows are deleted", async () => {
		await limited([1, 9, 9]).count("192.0.2.1");
		now += 1;
		await limited([1, 9, 9]).count("192.0.2.2");
		await deleteEndedCounts(tables.database.withTables(), now + windowMs - 1);
		const left = await tables.database.selectFrom("client_counts").select("key").execute();
		expect(left).toEqual([{ key: "192.0.2.2" }]);
	});
});
