import { expect, test } from "vitest";
import { randomFrom } from "./random.ts";

const draws = (seed: number) => {
	const random = randomFrom(seed);
	return Array.from({ length: 1_000 }, () => random.between(1, 6));
};

test("the same seed draws the same numbers, another seed others", () => {
	expect(draws(7)).toEqual(draws(7));
	expect(draws(7)).not.toEqual(draws(8));
});

test("every number of a range is drawn, and none beyond it", () => {
	for (const seed of [0, 1, 2 ** 31]) expect(new Set(draws(seed))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
});
