import fc from "fast-check";
import { expect, test } from "vitest";
import { originalHold, originalSale } from "../../../../test/fixtures/payments/original.ts";
import { refundProblem } from "./refund.ts";

test.each([["sale"], ["capture"]] as const)("a %s can be refunded in whole", (type) => {
	expect(refundProblem(originalSale({ type }), 9_900)).toBeUndefined();
});

test.each([
	[
		"of an authorization",
		"transaction_type_wrong",
		originalHold(),
		"transaction_id",
		/an authorization. Only a sale or a capture can be refunded/,
	],
	["of a void", "transaction_type_wrong", originalSale({ type: "void" }), "transaction_id", /This is a void/],
	["of a voided sale", "transaction_voided", originalSale({ voided_by: "v" }), "transaction_id", /voided/],
	["above what is left", "refund_exceeds_remaining", originalSale({ refunded_cents: 1 }), "amount", /98\.99/],
	[
		"above what other refunds leave",
		"refund_exceeds_remaining",
		originalSale({ refunding_cents: 1 }),
		"amount",
		/98\.99/,
	],
	[
		"with nothing left",
		"nothing_to_refund",
		originalSale({ refunded_cents: 5_000, refunding_cents: 4_900 }),
		"amount",
		/All of this/,
	],
	["of a disputed sale", "transaction_disputed", originalSale({ disputedCents: 9_900 }), "amount", /at most 0\.00/],
	[
		"above what is not disputed",
		"transaction_disputed",
		originalSale({ disputedCents: 1 }),
		"amount",
		/at most 98\.99/,
	],
	[
		"with nothing left of a disputed sale",
		"nothing_to_refund",
		originalSale({ refunded_cents: 9_900, disputedCents: 9_900 }),
		"amount",
		/All of this/,
	],
] as const)("X-18 a refund %s is refused with the reason", (_case, reason, original, field, says) => {
	expect(refundProblem(original, 9_900)).toEqual({ field, reason, message: expect.stringMatching(says) });
});

test("X-17 refunds are allowed exactly while their sum stays within the amount", () => {
	const cents = fc.integer({ min: 1, max: 9_900 });
	fc.assert(
		fc.property(cents, fc.array(fc.tuple(cents, fc.boolean()), { maxLength: 20 }), (amount_cents, wanted) => {
			const original = originalSale({ amount_cents });
			for (const [amount, isKnown] of wanted) {
				const taken = original.refunded_cents + original.refunding_cents;
				const problem = refundProblem(original, amount);
				expect(problem === undefined).toBe(taken + amount <= amount_cents);
				if (problem === undefined) original[isKnown ? "refunded_cents" : "refunding_cents"] += amount;
			}
		}),
	);
});
