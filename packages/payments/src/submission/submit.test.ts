import { expect, test } from "vitest";
import { isAwaited } from "./submit.ts";

const now = Date.UTC(2026, 10, 21);
const payments = { processorTimeoutMs: 5_000 };

test.each([
	["that ends now", 0, false],
	["that ends in a millisecond", 1, true],
	["whose request began after this one", 6_000 + 500, true],
	["that was written a day ahead, before the clock stepped back", 86_400_000, false],
])("a wait %s, %d ms from now, counts: %s", (_which, msAhead, expected) => {
	expect(isAwaited(payments, { now, inquiryFrom: now + msAhead })).toBe(expected);
});
