import { describe, expect, test } from "vitest";
import { Problem } from "../../platform/src/problem.ts";
import { planDetails } from "./customer.ts";
import { customerDetailsOf } from "./customer-details.ts";

const before = customerDetailsOf({
	email: "ada@example.com",
	country: "CA",
	postal_code: "K1A0B1",
	company: "Engines",
});

function problemOf(given: Parameters<typeof planDetails>[1], known: typeof before | undefined = before): Problem {
	try {
		planDetails(known, given);
	} catch (error) {
		if (error instanceof Problem) return error;
		throw error;
	}
	throw new Error("It was taken");
}

describe("planDetails", () => {
	test("given details change, null clears, and missing ones stay", () => {
		expect(planDetails(before, { company: null, city: "Ottawa", email: undefined })).toEqual({
			...before,
			company: null,
			city: "Ottawa",
		});
	});

	test("the postal code gets its country's form, whichever of the two is given", () => {
		expect(planDetails(undefined, { email: "a@example.com", country: "CA", postal_code: "k1a 0b1" }).postal_code).toBe(
			"K1A0B1",
		);
		const free = customerDetailsOf({ ...before, country: null, postal_code: "10001-0001" });
		expect(planDetails(free, { country: "US" }).postal_code).toBe("100010001");
	});

	test("every invalid field is named, the email address first", () => {
		const problem = problemOf({ email: null, country: "US", last_name: "4111 1111 1111 1111" });
		expect(problem.errors?.map(({ field }) => field)).toEqual(["email", "postal_code", "last_name"]);
		expect(problemOf({}, customerDetailsOf({})).errors?.map(({ field }) => field)).toEqual(["email"]);
	});
});
