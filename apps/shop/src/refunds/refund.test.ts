import fc from "fast-check";
import { expect, test } from "vitest";
import { type Operation, operationKinds, possibleCents, refundedCents } from "./refund.ts";

const card = { brand: "Visa", suffix: "1111" };

function orderThatIs(kind: "paid" | "held") {
	const outcome = { kind, transactionId: "t1", card, at: 2 };
	const attempt = {
		id: "a",
		startedAt: 1,
		method: "card",
		name: "A",
		email: "a@example.com",
		customerId: null,
	} as const;
	const attempts = [{ ...attempt, outcome }];
	return {
		id: "K3M9XP2T",
		placedAt: 1,
		slug: "enamel-mug" as const,
		quantity: 1,
		amountCents: 31_00,
		hold: false,
		attempts,
	};
}

test("refunds never exceed the payment, and a hold is captured or voided once, whatever is tried", () => {
	const wanted = fc.record({
		kind: fc.constantFrom(...operationKinds),
		cents: fc.integer({ min: 1, max: 4_000 }),
		result: fc.constantFrom("APPROVED" as const, "DECLINED" as const),
	});
	fc.assert(
		fc.property(
			fc.constantFrom("paid" as const, "held" as const),
			fc.array(wanted, { maxLength: 30 }),
			(state, all) => {
				const order = orderThatIs(state);
				const operations: Operation[] = [];
				for (const { kind, cents, result } of all) {
					const possible = possibleCents(order, operations, kind);
					const amount = kind === "refund" ? cents : possible;
					if (possible === 0 || amount > possible) continue;
					operations.push({
						transaction_id: "t",
						transaction_type: kind,
						transaction_result: result,
						amount: amount / 100,
					});
				}
				expect(refundedCents(operations)).toBeLessThanOrEqual(31_00);
				const ends = operations.filter(
					(one) => one.transaction_type !== "refund" && one.transaction_result === "APPROVED",
				);
				expect(ends.length).toBeLessThanOrEqual(state === "held" ? 1 : 0);
			},
		),
	);
});

test("nothing is possible while an operation is pending", () => {
	const pending = {
		transaction_id: "t",
		transaction_type: "refund",
		transaction_result: "PENDING",
		amount: 5,
	} as const;
	expect(operationKinds.map((kind) => possibleCents(orderThatIs("paid"), [pending], kind))).toEqual([0, 0, 0]);
});
