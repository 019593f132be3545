import { fieldProblem } from "../problem.ts";

/** Where the clock is wanted: at a time, or so much later than it is. Both in milliseconds. */
export type ClockWish = { now: number } | { advance_ms: number };

/** How far one request may move the clock: ten years, leap days included. */
export const longestMoveMs = 3_653 * 86_400_000;

/** Cards have two digits for the year they expire in: none is good beyond this, and no clock goes back. */
export const endOfTime = Date.UTC(2100, 0, 1);

const refusals = {
	back: "The clock never goes back. Send a time that is later than GET /sandbox/clock tells.",
	tooFar: "The clock moves at most ten years at once. Send the way in several requests.",
	beyondCards: "The clock ends with the year 2099, as the years of cards do. Send an earlier time.",
} as const;

/**
 * The time to move to, ms since 1970. Pure.
 *
 * @throws Problem 400 for a time that the clock cannot be moved to
 */
export function planMove(wish: ClockWish, now: number): number {
	const [field, target] = "now" in wish ? ["now", wish.now] : ["advance_ms", now + wish.advance_ms];
	const refuse = (reason: keyof typeof refusals) => fieldProblem([{ field, message: refusals[reason] }]);
	if (target < now) throw refuse("back");
	if (target - now > longestMoveMs) throw refuse("tooFar");
	if (target >= endOfTime) throw refuse("beyondCards");
	return target;
}
