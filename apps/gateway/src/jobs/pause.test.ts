import { expect, test } from "vitest";
import { pauseAfter } from "./pause.ts";

test("the pause after failures doubles, up to an hour, however many they are", () => {
	expect([1, 2, 3, 10].map((failures) => pauseAfter(failures, 5_000))).toEqual([5_000, 10_000, 20_000, 2_560_000]);
	expect([11, 1_000, 10_000].map((failures) => pauseAfter(failures, 5_000))).toEqual([3_600_000, 3_600_000, 3_600_000]);
});
