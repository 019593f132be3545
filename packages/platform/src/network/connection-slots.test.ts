import { describe, expect, test } from "vitest";
import {
	type ConnectionLimits,
	type ConnectionSlots,
	connectionLimits,
	createConnectionSlots,
} from "./connection-slots.ts";

const client = { isProxy: false };
const proxy = { isProxy: true };

function slotsFor(limits: Partial<ConnectionLimits> = {}) {
	return createConnectionSlots({ total: 20, perNetwork: [8, 10, 12], ...limits });
}

/** Opens connections until one is refused, and returns how many were opened. */
function fill(slots: ConnectionSlots, address: (index: number) => string): number {
	let opened = 0;
	while (opened < 10_000 && slots.take(address(opened), client) !== undefined) opened += 1;
	return opened;
}

describe("connection slots", () => {
	test("X-12 one host cannot take all slots", () => {
		const slots = createConnectionSlots(connectionLimits);
		expect(fill(slots, () => "203.0.113.9")).toBe(1_024);
		expect(slots.take("203.0.113.10", client)).toBeDefined();
	});

	test("X-12 a host with many IPv6 networks cannot take all slots either", () => {
		const slots = createConnectionSlots(connectionLimits);
		expect(fill(slots, (index) => `2001:db8:1:${index.toString(16)}::1`)).toBe(2_048);
		expect(slots.take("2001:db8:2::1", client)).toBeDefined();
	});

	test("X-12 a closed connection frees its slot", () => {
		const slots = slotsFor({ perNetwork: [1, 9, 9] });
		const free = slots.take("203.0.113.1", client);
		expect(slots.take("203.0.113.1", client)).toBeUndefined();
		free?.();
		expect(slots.take("203.0.113.1", client)).toBeDefined();
	});

	test("X-12 a trusted proxy has the connections of many clients", () => {
		const slots = slotsFor();
		for (let opened = 0; opened < 20; opened++) expect(slots.take("10.0.0.1", proxy)).toBeDefined();
		expect(slots.take("10.0.0.1", proxy)).toBeUndefined();
	});
});
