import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { approvedTransaction } from "../../../../test/fixtures/transaction.ts";
import { followUpProblem, type Original } from "./follow-up-rules.ts";

const day = 86_400_000;
const madeAt = 1_795_219_200_000;

function original({ settlesAt = madeAt + day, ...changes }: Partial<Original> = {}): Original {
	const transaction = approvedTransaction({ amount_cents: 9_900, created_at: madeAt, decided_at: madeAt, ...changes });
	return { ...transaction, settlesAt };
}

const hold = (changes: Partial<Original> = {}) => original({ type: "authorization", captured: false, ...changes });

describe("followUpProblem", () => {
	test.each([
		["capture", hold()],
		["refund", original()],
		["refund", original({ type: "capture" })],
		["void", hold()],
		["void", original()],
		["void", original({ type: "capture" })],
	] as const)("allows a %s where nothing stands against it", (operation, subject) => {
		expect(followUpProblem(operation, subject, 9_900, madeAt)).toBeUndefined();
	});

	test.each([
		["capture", original(), "transaction_id", /Only authorization can be captured/],
		["capture", original({ type: "refund" }), "transaction_id", /type refund/],
		["capture", hold({ status: "PENDING" }), "transaction_id", /not known yet/],
		["capture", hold({ status: "DECLINED" }), "transaction_id", /was declined/],
		["capture", hold({ voided_by: "v" }), "transaction_id", /voided/],
		["capture", hold({ captured_by: "c" }), "transaction_id", /captured/],
		["capture", hold({ amount_cents: 9_899 }), "amount", /98\.99/],
		["refund", hold(), "transaction_id", /Only sale or capture can be refunded/],
		["refund", original({ type: "void" }), "transaction_id", /type void/],
		["refund", original({ voided_by: "v" }), "transaction_id", /voided/],
		["refund", original({ refunded_cents: 1 }), "amount", /98\.99/],
		["refund", original({ refunding_cents: 1 }), "amount", /98\.99/],
		["refund", original({ refunded_cents: 5_000, refunding_cents: 4_900 }), "amount", /All of this/],
		["void", hold({ captured_by: "c" }), "transaction_id", /captured/],
		["void", original({ refunding_cents: 1 }), "transaction_id", /refunded/],
		["void", original({ settlesAt: madeAt }), "transaction_id", /settled/],
		["void", original({ type: "refund" }), "transaction_id", /type refund/],
	] as const)("X-18 refuses a %s and says why (%#)", (operation, subject, field, says) => {
		expect(followUpProblem(operation, subject, 9_900, madeAt)).toEqual({ field, message: expect.stringMatching(says) });
	});

	test("voids an authorization however old it is", () => {
		expect(followUpProblem("void", hold(), 9_900, madeAt + 5 * day)).toBeUndefined();
	});

	test("X-17 allows refunds whose sum stays within the amount, and no other", () => {
		const cents = fc.integer({ min: 1, max: 9_900 });
		fc.assert(
			fc.property(cents, fc.array(fc.tuple(cents, fc.boolean()), { maxLength: 20 }), (amount_cents, wanted) => {
				const subject = original({ amount_cents });
				for (const [amount, isKnown] of wanted) {
					const taken = subject.refunded_cents + subject.refunding_cents;
					const problem = followUpProblem("refund", subject, amount, madeAt);
					expect(problem === undefined).toBe(taken + amount <= amount_cents);
					if (problem === undefined) subject[isKnown ? "refunded_cents" : "refunding_cents"] += amount;
				}
			}),
		);
	});
});
