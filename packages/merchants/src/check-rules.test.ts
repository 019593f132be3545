import { type CheckResult, checkResults } from "@cardseal/vault";
import { describe, expect, test } from "vitest";
import { hasMismatch, rejectionOf } from "./check-rules.ts";

const both = { rejectsAvsNoMatch: true, rejectsCvvNoMatch: true };
const onlyAvs = { rejectsAvsNoMatch: true, rejectsCvvNoMatch: false };
const onlyCvv = { rejectsAvsNoMatch: false, rejectsCvvNoMatch: true };
const neither = { rejectsAvsNoMatch: false, rejectsCvvNoMatch: false };

const approval = {
	result: "approved",
	message: "Approved",
	authorizationCode: "A1",
	processorTransactionId: "far_1",
	networkTransactionId: "network_1",
	issuerCode: "00",
} as const;

const codeOf = (rules: typeof both, avsResult?: CheckResult, cvvResult?: CheckResult) =>
	rejectionOf(rules, { ...approval, avsResult, cvvResult })?.declineCode;

describe("F-17 a rule on the bank's checks", () => {
	test.each([
		[both, "NO_MATCH", "NO_MATCH", "cvv_mismatch"],
		[both, "NO_MATCH", "MATCH", "avs_mismatch"],
		[onlyAvs, "NO_MATCH", "NO_MATCH", "avs_mismatch"],
		[onlyCvv, "NO_MATCH", "NO_MATCH", "cvv_mismatch"],
		[onlyCvv, "NO_MATCH", "MATCH", undefined],
		[onlyAvs, "MATCH", "NO_MATCH", undefined],
		[neither, "NO_MATCH", "NO_MATCH", undefined],
	] as const)("%j, AVS %s and CVV %s: %s", (rules, avs, cvv, code) => {
		expect(codeOf(rules, avs, cvv)).toBe(code);
	});

	test("rejects NO_MATCH alone, not what the bank matched in part or did not check", () => {
		const others = [undefined, ...checkResults.filter((result) => result !== "NO_MATCH")];
		for (const avs of others) {
			for (const cvv of others) {
				expect(codeOf(both, avs, cvv)).toBeUndefined();
				expect(hasMismatch({ avsResult: avs, cvvResult: cvv })).toBe(false);
			}
		}
	});

	test("keeps the bank's results and the ids, and leaves out the authorization code", () => {
		expect(rejectionOf(both, { ...approval, avsResult: "NO_MATCH", cvvResult: "MATCH" })).toEqual({
			result: "declined",
			declineClass: "data",
			declineCode: "avs_mismatch",
			message: "The bank approved, but the payer's address does not match. Your settings decline such cards.",
			processorTransactionId: "far_1",
			networkTransactionId: "network_1",
			issuerCode: "00",
			avsResult: "NO_MATCH",
			cvvResult: "MATCH",
		});
	});
});
