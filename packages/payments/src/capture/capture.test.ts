import { expect, test } from "vitest";
import { originalHold, originalSale } from "../../../../test/fixtures/payments/original.ts";
import { captureProblem } from "./capture.ts";

test("an approved authorization can be captured", () => {
	expect(captureProblem(originalHold(), 9_900)).toBeUndefined();
});

test.each([
	[
		"of a sale",
		"transaction_type_wrong",
		originalSale(),
		"transaction_id",
		/a sale. Only an authorization can be captured/,
	],
	["of a refund", "transaction_type_wrong", originalSale({ type: "refund" }), "transaction_id", /This is a refund/],
	[
		"before the outcome is known",
		"transaction_pending",
		originalHold({ status: "PENDING" }),
		"transaction_id",
		/not known yet/,
	],
	[
		"of a declined authorization",
		"transaction_declined",
		originalHold({ status: "DECLINED" }),
		"transaction_id",
		/was declined/,
	],
	["of a voided authorization", "transaction_voided", originalHold({ voided_by: "v" }), "transaction_id", /voided/],
	[
		"of a captured authorization",
		"transaction_captured",
		originalHold({ captured_by: "c" }),
		"transaction_id",
		/captured/,
	],
	[
		"of more than was authorized",
		"amount_exceeds_authorized",
		originalHold({ amount_cents: 9_899 }),
		"amount",
		/98\.99/,
	],
] as const)("X-18 a capture %s is refused with the reason", (_case, reason, original, field, says) => {
	expect(captureProblem(original, 9_900)).toEqual({ field, reason, message: expect.stringMatching(says) });
});
