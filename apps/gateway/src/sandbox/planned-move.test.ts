import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Problem } from "../../../../packages/platform/src/problem.ts";
import { type ClockRequest, endOfTime, longestMoveMs, planMove } from "./planned-move.ts";

const now = Date.UTC(2026, 10, 21);

function refusalOf(wish: ClockRequest, at = now): Problem {
	try {
		planMove(wish, at);
	} catch (error) {
		if (error instanceof Problem) return error;
		throw error;
	}
	throw new Error("The clock was moved.");
}

describe("planMove", () => {
	test("accepts a time, and a duration from the present", () => {
		expect(planMove({ now: now + 5 }, now)).toBe(now + 5);
		expect(planMove({ advance_ms: 5 }, now)).toBe(now + 5);
		expect(planMove({ advance_ms: 0 }, now)).toBe(now);
	});

	test("refuses even a millisecond back", () => {
		expect(refusalOf({ now: now - 1 })).toMatchObject({ code: "BAD_REQUEST", errors: [{ field: "now" }] });
		expect(refusalOf({ advance_ms: -1 })).toMatchObject({ code: "BAD_REQUEST", errors: [{ field: "advance_ms" }] });
	});

	test("accepts ten years at once, and not a millisecond more", () => {
		expect(planMove({ advance_ms: longestMoveMs }, now)).toBe(now + longestMoveMs);
		expect(refusalOf({ advance_ms: longestMoveMs + 1 }).message).toContain("ten years");
		expect(refusalOf({ now: Number.MAX_SAFE_INTEGER }).message).toContain("ten years");
	});

	test("ends with the last expiry year of cards", () => {
		const evening = endOfTime - 1_000;
		expect(planMove({ now: endOfTime - 1 }, evening)).toBe(endOfTime - 1);
		expect(refusalOf({ now: endOfTime }, evening).message).toContain("2099");
	});

	test("returns an allowed time or refuses", () => {
		const wish = fc.oneof(
			fc.record({ now: fc.maxSafeInteger() }),
			fc.record({ advance_ms: fc.integer({ min: 0, max: 2 * longestMoveMs }) }),
		);
		fc.assert(
			fc.property(wish, (one) => {
				const wanted = "now" in one ? one.now : now + one.advance_ms;
				const isAllowed = wanted >= now && wanted <= now + longestMoveMs && wanted < endOfTime;
				if (isAllowed) expect(planMove(one, now)).toBe(wanted);
				else expect(refusalOf(one).status).toBe(400);
			}),
		);
	});
});
