import { expect, test } from "vitest";
import { pauseAfter } from "./pause.ts";

test("the pause after failures doubles, up to a cap, however many they are", () => {
	expect([1, 2, 3, 10].map((failures) => pauseAfter(failures, { firstMs: 5_000 }))).toEqual([
		5_000, 10_000, 20_000, 2_560_000,
	]);
	expect([11, 1_000, 10_000].map((failures) => pauseAfter(failures, { firstMs: 5_000 }))).toEqual([
		3_600_000, 3_600_000, 3_600_000,
	]);
	const short = { firstMs: 1_000, longestMs: 30_000 };
	expect([0, 1, 2, 6, 1_000].map((failures) => pauseAfter(failures, short))).toEqual([0, 1_000, 2_000, 30_000, 30_000]);
});
