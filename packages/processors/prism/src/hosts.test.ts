import { describe, expect, test } from "vitest";
import { hostPart, isTestAccount } from "./hosts.ts";

describe("an address that a merchant fills in a part of", () => {
	test.each(["evil.example/", "a.b", "", "a/b", "a@b", "-a", "a\n"])(
		"refuses %j, which could lead to another host",
		(value) => {
			expect(() => hostPart(value, "The prefix")).toThrow("letters, digits and dashes");
		},
	);

	test("takes a prefix as processors give it", () => {
		expect(hostPart("1797a841fbb37ca7-AdyenDemo", "The prefix")).toBe("1797a841fbb37ca7-AdyenDemo");
	});

	test("is the live system unless the account names the test system", () => {
		expect([isTestAccount({}), isTestAccount({ environment: "live" }), isTestAccount({ environment: "test" })]).toEqual(
			[false, false, true],
		);
		expect(() => isTestAccount({ environment: "sandbox" })).toThrow("live or test");
	});
});
