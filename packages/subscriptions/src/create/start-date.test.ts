import { describe, expect, test } from "vitest";
import { startDateProblem } from "./start-date.ts";

const now = Date.UTC(2026, 10, 21, 14);

describe("startDateProblem", () => {
	test.each([now + 1, now + 86_400_000, Date.UTC(2036, 10, 21, 14)])("S-04 the start %d is accepted", (startDate) => {
		expect(startDateProblem(startDate, now)).toBeUndefined();
	});

	test.each([
		["now", now, /in the future/],
		["the past", now - 1, /in the future/],
		["1970", 0, /in the future/],
		["before 1970", -now, /in the future/],
		["seconds", Math.floor(now / 1_000) + 3_600, /looks like seconds. Multiply it by 1000/],
		["more than ten years ahead", Date.UTC(2036, 10, 21, 14) + 1, /at most 10 years ahead/],
		["microseconds", now * 1_000, /at most 10 years ahead/],
		["10^18", 1e18, /whole number/],
		["a fraction", now + 0.5, /whole number/],
		["no number", Number.NaN, /whole number/],
		["no end", Number.POSITIVE_INFINITY, /whole number/],
	])("S-04 the start %s is rejected with the reason", (_case, startDate, says) => {
		expect(startDateProblem(startDate, now)).toMatch(says);
	});
});
