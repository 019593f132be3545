import { describe, expect, test } from "vitest";
import { transaction } from "../../test-support/transaction.ts";
import { shownStatusOf, signedAmount } from "./status-chip.tsx";

describe("the status of a transaction", () => {
	test.each([
		["an approved sale", {}, "APPROVED"],
		["a declined sale", { transaction_result: "DECLINED" }, "DECLINED"],
		["a pending sale", { transaction_result: "PENDING" }, "PENDING"],
		["a sale refunded in part", { amount_refunded: 30.99 }, "PARTLY_REFUNDED"],
		["a refunded sale", { amount_refunded: 31 }, "REFUNDED"],
		["a refunded capture", { transaction_type: "capture", amount_refunded: 31 }, "REFUNDED"],
		["a voided sale", { voided: true }, "VOIDED"],
		["a hold", { transaction_type: "authorization", captured: false }, "APPROVED"],
		["a captured hold", { transaction_type: "authorization", captured: true }, "CAPTURED"],
		["a refund", { transaction_type: "refund" }, "APPROVED"],
		["a declined refund", { transaction_type: "refund", transaction_result: "DECLINED" }, "DECLINED"],
	] as const)("of %s", (_, changes, status) => {
		expect(shownStatusOf(transaction(changes))).toBe(status);
	});
});

test("a refund has a minus, since its money goes back to the payer", () => {
	expect(signedAmount(transaction({ transaction_type: "refund", amount: 11 }))).toBe(-11);
	expect(signedAmount(transaction({ amount: 11 }))).toBe(11);
});
