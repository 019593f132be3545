import { fieldProblem } from "@cardseal/platform";

/** Both are in ms. */
export type ClockRequest = { now: number } | { advance_ms: number };

/** Ten years with their leap days. */
export const longestMoveMs = 3_653 * 86_400_000;

/** Card expiry years have two digits. */
export const endOfTime = Date.UTC(2100, 0, 1);

const refusals = {
	back: "The clock never goes back. Send a later time than GET /sandbox/clock returns.",
	tooFar: "The clock moves at most ten years at once. Send several requests.",
	beyondCards: "The clock ends with the year 2099, like the expiry years of cards. Send an earlier time.",
} as const;

/**
 * Returns the target, ms since 1970.
 *
 * @throws Problem 400 for an invalid time
 */
export function planMove(request: ClockRequest, now: number): number {
	const [field, target] = "now" in request ? ["now", request.now] : ["advance_ms", now + request.advance_ms];
	const refuse = (reason: keyof typeof refusals) =>
		fieldProblem([{ field, reason: "clock_target_invalid", message: refusals[reason] }]);
	if (target < now) throw refuse("back");
	if (target - now > longestMoveMs) throw refuse("tooFar");
	if (target >= endOfTime) throw refuse("beyondCards");
	return target;
}
