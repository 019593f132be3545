import { expect, test } from "vitest";

/** One promise about the tree. */
export interface Check {
	name: string;
	/** Returns what is wrong and what to do about it: nothing, a text, or a list that is empty when all is well. */
	problem(): Problem | Promise<Problem>;
}

type Problem = string | readonly string[] | undefined;

/** Registers each check as a test. Call it at the top of a `*.check.ts` file. */
export function testChecks(checks: readonly Check[]): void {
	for (const { name, problem } of checks) {
		test(name, async () => {
			expect([(await problem()) ?? []].flat()).toEqual([]);
		});
	}
}
