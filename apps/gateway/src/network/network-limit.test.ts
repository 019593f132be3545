import { describe, expect, test } from "vitest";
import type { NetworkLimits } from "./client-network.ts";
import { createNetworkLimit, type NetworkLimit } from "./network-limit.ts";

const windowMs = 1_000;

function limited(limits: NetworkLimits, maximumKeys = 100) {
	const time = { now: 0 };
	const limit = createNetworkLimit({ limits, windowMs, elapsedMs: () => time.now, maximumKeys });
	return { limit, time };
}

/** Counts ten events and returns how many were within the limits. */
function counted(limit: NetworkLimit, address: (index: number) => string): number {
	return Array.from({ length: 10 }, (_, index) => limit.count(address(index))).filter((wait) => wait === undefined)
		.length;
}

describe("createNetworkLimit", () => {
	test("X-39 allows as many events as the limit, then says how long to wait", () => {
		const { limit, time } = limited([2, 9, 9]);
		expect(limit.count("203.0.113.9")).toBeUndefined();
		time.now = 400;
		expect(limit.count("203.0.113.9")).toBeUndefined();
		expect(limit.count("203.0.113.9")).toBe(600);
		expect(limit.count("203.0.113.10")).toBeUndefined();
		time.now = windowMs;
		expect(limit.count("203.0.113.9")).toBeUndefined();
	});

	test("X-39 counts the networks of a client at /64, /56 and /48", () => {
		const { limit } = limited([2, 4, 6]);
		expect(counted(limit, () => "2001:db8:1:100::1")).toBe(2);
		expect(counted(limit, (index) => `2001:db8:1:1${index}1::1`)).toBe(2);
		expect(counted(limit, (index) => `2001:db8:2:${index}::1`)).toBe(4);
		expect(counted(limit, (index) => `2001:db8:3:${index}00::1`)).toBe(6);
	});

	test("X-39 a network beyond its own limit does not use up that of its neighbours", () => {
		const { limit } = limited([2, 3, 3]);
		expect(counted(limit, () => "2001:db8:1:100::1")).toBe(2);
		expect(limit.count("2001:db8:1:101::1")).toBeUndefined();
	});

	test("gives room back", () => {
		const { limit } = limited([1, 1, 1]);
		limit.count("2001:db8::1");
		limit.giveBack("2001:db8::1");
		expect(limit.count("2001:db8:0:1::1")).toBeUndefined();
		expect(limit.count("2001:db8::1")).toBe(windowMs);
		limit.giveBack("192.0.2.1");
		expect(limit.count("192.0.2.1")).toBeUndefined();
	});

	test("X-39 remembers a bounded number of networks, and forgets the oldest first", () => {
		const { limit, time } = limited([1, 9, 9], 3);
		for (const last of [1, 2, 3]) {
			limit.count(`192.0.2.${last}`);
			time.now += 1;
		}
		limit.count("192.0.2.4");
		expect(limit.count("192.0.2.3")).toBeDefined();
		expect(limit.count("192.0.2.2")).toBeDefined();
		expect(limit.count("192.0.2.1")).toBeUndefined();
	});
});
