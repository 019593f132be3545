import { expect, test } from "vitest";
import { nextSliceRows } from "./steps.ts";

test("slices grow while they are short, up to a limit, and shrink when they are long", () => {
	expect(nextSliceRows(500, 20)).toBe(1_000);
	expect(nextSliceRows(4_000, 20)).toBe(5_000);
	expect(nextSliceRows(1_000, 150)).toBe(1_000);
	expect(nextSliceRows(1_000, 400)).toBe(500);
	expect(nextSliceRows(150, 400)).toBe(100);
	expect(nextSliceRows(50, 400)).toBe(50);
});
