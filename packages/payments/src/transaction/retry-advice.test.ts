import { expect, test } from "vitest";
import { retryAdviceOf } from "./retry-advice.ts";

test.each([
	["soft", null, "later"],
	["soft", "24", "later"],
	["soft", "03", "never"],
	["soft", "21", "never"],
	["data", null, "corrected"],
	["hard", null, "never"],
	[null, null, null],
] as const)("a decline of class %s with the advice %s may be tried again: %s", (decline_class, advice_code, advice) => {
	expect(retryAdviceOf({ decline_class, advice_code })).toBe(advice);
});
