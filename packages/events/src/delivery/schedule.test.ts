import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isTooLong, nextAttemptAt, retryAfterMsOf } from "./schedule.ts";

const minute = 60_000;
const hour = 60 * minute;
const now = Date.UTC(2026, 10, 23);

describe("the schedule of an event", () => {
	test("has the documented waits in its middle, and ends after the tenth attempt", () => {
		const waits = Array.from({ length: 10 }, (_, index) => {
			const at = nextAttemptAt({ attempts: index + 1, now, random: 0.5 });
			return at && at - now;
		});
		const hours = [2, 5, 10, 14, 20, 24].map((number) => number * hour);
		expect(waits).toEqual([5_000, 5 * minute, 30 * minute, ...hours, undefined]);
	});

	test("every wait is at most 20 % longer or shorter", () => {
		const numbers = fc.record({
			attempts: fc.integer({ min: 1, max: 9 }),
			random: fc.double({ min: 0, max: 0.999_999 }),
		});
		fc.assert(
			fc.property(
				numbers.filter(({ random }) => !Number.isNaN(random)),
				({ attempts, random }) => {
					const middle = (nextAttemptAt({ attempts, now, random: 0.5 }) ?? 0) - now;
					const wait = (nextAttemptAt({ attempts, now, random }) ?? 0) - now;
					expect(wait).toBeGreaterThanOrEqual(0.8 * middle - 1);
					expect(wait).toBeLessThanOrEqual(1.2 * middle + 1);
				},
			),
		);
	});

	test("Retry-After makes a wait longer, up to 24 h, and never shorter", () => {
		const waitWith = (retryAfterMs: number) =>
			(nextAttemptAt({ attempts: 2, now, random: 0.5, retryAfterMs }) ?? 0) - now;
		expect([0, 10 * minute, 48 * hour].map(waitWith)).toEqual([5 * minute, 10 * minute, 24 * hour]);
	});

	test.each([
		["120", 120_000],
		["Mon, 23 Nov 2026 00:01:00 GMT", 60_000],
		["Sun, 22 Nov 2026 00:00:00 GMT", 0],
		["Monday, 23-Nov-26 00:01:00 GMT", 60_000],
		["Mon Nov 23 00:01:00 2026", 60_000],
		["Sun Nov  1 00:01:00 2026", 0],
		["Thu, 26 Nov 2026 00:00:00 GMT", 24 * hour],
		["999999999999", 24 * hour],
		["9".repeat(400), 24 * hour],
		["Mon Nov 23 00:01:00 2026 EST", undefined],
		["soon", undefined],
		["-5", undefined],
		["", undefined],
		[undefined, undefined],
	])("reads Retry-After: %s", (header, wait) => {
		expect(retryAfterMsOf(header, now)).toBe(wait);
	});
});

test("five days of failures are too long", () => {
	const day = 24 * hour;
	expect(isTooLong({ failingSince: now, lastFailedAt: now + 5 * day - 1 })).toBe(false);
	expect(isTooLong({ failingSince: now, lastFailedAt: now + 5 * day })).toBe(true);
});
