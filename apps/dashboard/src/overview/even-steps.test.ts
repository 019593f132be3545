import { expect, test } from "vitest";
import { evenSteps } from "./even-steps.ts";

test.each([
	[0, 1, [0, 1, 2, 3, 4]],
	[7, 1, [0, 2, 4, 6, 8]],
	[9, 1, [0, 5, 10, 15, 20]],
	[41, 1, [0, 20, 40, 60, 80]],
	[1_571, 0.25, [0, 500, 1_000, 1_500, 2_000]],
	[0.5, 0.25, [0, 0.25, 0.5, 0.75, 1]],
])("an axis for values up to %d, in steps of at least %d, has five round ticks", (largest, smallest, ticks) => {
	expect(evenSteps(largest, smallest)).toEqual(ticks);
});
