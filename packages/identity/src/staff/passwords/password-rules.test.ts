import { dictionary } from "@zxcvbn-ts/language-common";
import { describe, expect, test } from "vitest";
import { passwordProblem } from "./password-rules.ts";

const owner = { email: "ada.lovelace@example.com", name: "Ada Lovelace" };

describe("a new password", () => {
	test.each([
		["has 11 characters", "kettle7lamp", /at least 12/],
		["has 129 characters", `k7${"e".repeat(127)}`, /at most 128/],
		["has no digit", "kettle lamp harbour", /letters and digits/],
		["has no letter", "184029371846", /letters and digits/],
		["is on the list", "qwerty123456", /attackers/],
		["is a common one with digits appended", "Password2026!!", /attackers/],
		["is a common one with punctuation around it", "123-dragon-4567", /attackers/],
		["contains the owner's name", "i am lovelace 7", /your name/],
		["contains the owner's mailbox", "ada.lovelace1815", /your name/],
	])("P-32 that %s is refused with a reason", (_case, password, reason) => {
		expect(passwordProblem(password, owner)).toMatch(reason);
	});

	test("P-32 that is one of 49,000 breached ones is refused", () => {
		const breached = [...new Set(dictionary["passwords-common"].map(String))];
		expect(breached.length).toBeGreaterThan(49_000);
		const words = breached.filter((word) => /^[a-z]{5,}$/.test(word));
		expect(words.length).toBeGreaterThan(10_000);
		for (const word of words) expect(passwordProblem(`${word}-4567-2026`, owner), word).toMatch(/attackers|your name/);
	});

	test.each([
		["has 12 characters, one of them a digit", "kettle7lamps"],
		["is a sentence", "four lamps by the harbour 7"],
		["is in another script", "четыре лампы 7"],
		["has 128 characters", `k7${"e".repeat(126)}`],
	])("P-32 that %s is accepted", (_case, password) => {
		expect(passwordProblem(password, owner)).toBeUndefined();
	});
});
