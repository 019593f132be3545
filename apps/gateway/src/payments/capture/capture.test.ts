import { expect, test } from "vitest";
import { originalHold, originalSale } from "../../../../../test/fixtures/payments/original.ts";
import { captureProblem } from "./capture.ts";

test("an approved authorization can be captured", () => {
	expect(captureProblem(originalHold(), 9_900)).toBeUndefined();
});

test.each([
	["of a sale", originalSale(), "transaction_id", /Only authorization can be captured/],
	["of a refund", originalSale({ type: "refund" }), "transaction_id", /type refund/],
	["before the outcome is known", originalHold({ status: "PENDING" }), "transaction_id", /not known yet/],
	["of a declined authorization", originalHold({ status: "DECLINED" }), "transaction_id", /was declined/],
	["of a voided authorization", originalHold({ voided_by: "v" }), "transaction_id", /voided/],
	["of a captured authorization", originalHold({ captured_by: "c" }), "transaction_id", /captured/],
	["of more than was authorized", originalHold({ amount_cents: 9_899 }), "amount", /98\.99/],
] as const)("X-18 a capture %s is refused with the reason", (_case, original, field, says) => {
	expect(captureProblem(original, 9_900)).toEqual({ field, message: expect.stringMatching(says) });
});
