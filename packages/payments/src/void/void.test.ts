import { expect, test } from "vitest";
import { day, madeAt, originalHold, originalSale } from "../../../../test/fixtures/payments/original.ts";
import { voidProblem } from "./void.ts";

test.each([
	["authorization", originalHold()],
	["sale", originalSale()],
	["capture", originalSale({ type: "capture" })],
] as const)("an approved %s can be voided", (_type, original) => {
	expect(voidProblem(original, madeAt)).toBeUndefined();
});

test.each([
	["of a captured authorization", "transaction_captured", originalHold({ captured_by: "c" }), /captured/],
	["of a sale that is being refunded", "transaction_refunded", originalSale({ refunding_cents: 1 }), /refunded/],
	["after settlement", "transaction_settled", originalSale({ settlesAt: madeAt }), /settled/],
	["of a refund", "transaction_type_wrong", originalSale({ type: "refund" }), /This is a refund/],
] as const)("X-18 a void %s is refused with the reason", (_case, reason, original, says) => {
	expect(voidProblem(original, madeAt)).toEqual({
		field: "transaction_id",
		reason,
		message: expect.stringMatching(says),
	});
});

test("an authorization can be voided at any age", () => {
	expect(voidProblem(originalHold(), madeAt + 5 * day)).toBeUndefined();
});
