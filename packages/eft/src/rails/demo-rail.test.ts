import { describe, expect, test } from "vitest";
import { planOutcomes } from "./demo-rail.ts";

const day = 86_400_000;

describe("the demo rail", () => {
	test.each(["1236789", "000000999", "000001000", "0000009010", "00000901"])(
		"settles a payment to account %s",
		(account) => {
			expect(planOutcomes(account, 1_000)).toEqual([{ result: "settled", dueAt: 1_000 }]);
		},
	);

	test.each(["901", "902", "905"])("S-25 returns a payment to account 000000%s with that code", (code) => {
		expect(planOutcomes(`000000${code}`, 1_000)).toEqual([{ result: "returned", code, dueAt: 1_000 }]);
	});

	test("S-25 settles a payment to account 000001901 and returns it two days later", () => {
		expect(planOutcomes("000001901", 1_000)).toEqual([
			{ result: "settled", dueAt: 1_000 },
			{ result: "returned", code: "901", dueAt: 1_000 + 2 * day },
		]);
	});

	test("returns a payment whose account is deleted", () => {
		expect(planOutcomes(undefined, 1_000)).toEqual([{ result: "returned", code: "902", dueAt: 1_000 }]);
	});
});
