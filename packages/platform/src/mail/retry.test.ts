import { describe, expect, test } from "vitest";
import { maximumAttempts, waitAfter } from "./send-due.ts";

const minute = 60_000;
const wholeWaits = Array.from({ length: maximumAttempts - 1 }, (_, index) => waitAfter(index + 1, 0.5) ?? 0);

describe("a mail that was not taken", () => {
	test("waits twice as long after each attempt, and four hours at most", () => {
		const minutes = [1, 2, 4, 8, 16, 32, 64, 128, 240, 240, 240, 240, 240];
		expect(wholeWaits).toEqual(minutes.map((one) => one * minute));
	});

	test("is given up after a little more than a day", () => {
		expect(waitAfter(maximumAttempts, 0)).toBeUndefined();
		expect(waitAfter(maximumAttempts + 1, 0)).toBeUndefined();
		const hours = wholeWaits.reduce((sum, wait) => sum + wait, 0) / (60 * minute);
		expect(hours).toBeGreaterThan(24);
		expect(hours).toBeLessThan(25);
	});

	test("waits a quarter more or less by chance", () => {
		expect(waitAfter(4, 0)).toBe(6 * minute);
		expect(waitAfter(4, 0.999_999)).toBeCloseTo(10 * minute, -2);
	});
});
