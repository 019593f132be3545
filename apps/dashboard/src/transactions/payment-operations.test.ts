import { describe, expect, test } from "vitest";
import { transaction } from "../../test-support/transaction.ts";
import type { TransactionRecord } from "../api/records.ts";
import { balanceOf, operationsOf } from "./payment-operations.ts";

const today = "2026-11-21";
const yesterday = Date.UTC(2026, 10, 20, 15);
const dateOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

/** Lists the operations offered to a user with every permission: `refund 31.00` … */
function offered(transactions: TransactionRecord[], may = () => true): string[] {
	const operations = operationsOf({ transactions }, { may, today, dateOf });
	return operations.map(({ kind, maximumCents, target }) => `${kind} ${maximumCents} of ${target.transaction_type}`);
}

describe("what is offered about a payment", () => {
	test("of today's sale: its refund, and its void while it has not settled", () => {
		expect(offered([transaction()])).toEqual(["refund 3100 of sale", "void 3100 of sale"]);
	});

	test("of yesterday's sale: its refund alone", () => {
		expect(offered([transaction({ transaction_time: yesterday })])).toEqual(["refund 3100 of sale"]);
	});

	test("of a sale refunded in part: what is left, and no void", () => {
		expect(offered([transaction({ amount_refunded: 10.5 })])).toEqual(["refund 2050 of sale"]);
	});

	test("of a sale refunded in full: nothing", () => {
		expect(offered([transaction({ amount_refunded: 31 })])).toEqual([]);
	});

	test("of a hold: its capture and its void, however old it is", () => {
		const hold = transaction({ transaction_type: "authorization", captured: false, transaction_time: yesterday });
		expect(offered([hold])).toEqual(["capture 3100 of authorization", "void 3100 of authorization"]);
	});

	test("of a captured hold: what can be done about the capture", () => {
		const hold = transaction({ transaction_type: "authorization", amount: 50 });
		const capture = transaction({ transaction_type: "capture", amount: 45, transaction_time: yesterday });
		expect(offered([hold, capture])).toEqual(["refund 4500 of capture"]);
	});

	test.each(["DECLINED", "PENDING"] as const)("of a payment that is %s: nothing", (transaction_result) => {
		expect(offered([transaction({ transaction_result })])).toEqual([]);
	});

	test("of what was voided: nothing", () => {
		expect(offered([transaction({ voided: true }), transaction({ transaction_type: "void" })])).toEqual([]);
	});

	test("is only what the role includes", () => {
		const operations = operationsOf(
			{ transactions: [transaction()] },
			{ may: (permission) => permission !== "refund", today, dateOf },
		);
		expect(operations.map(({ kind }) => kind)).toEqual(["void"]);
	});
});

describe("what became of the money", () => {
	const hold = transaction({ transaction_type: "authorization", amount: 50 });
	const capture = transaction({ transaction_type: "capture", amount: 45, amount_refunded: 10.1 });

	test("of a captured hold: what was captured, what was refunded of that, and what is left", () => {
		expect(balanceOf(hold, { transactions: [hold, capture] })).toEqual({
			capturedCents: 4500,
			refundedCents: 1010,
			leftCents: 3490,
		});
	});

	test("of a hold whose capture was declined or voided: nothing yet", () => {
		const declined = { ...capture, transaction_result: "DECLINED" as const };
		const voided = { ...capture, voided: true };
		expect(balanceOf(hold, { transactions: [hold, declined, voided] })).toBeUndefined();
	});

	test("of a capture or a sale: what was refunded and what is left, once something was", () => {
		expect(balanceOf(capture, { transactions: [hold, capture] })).toEqual({
			capturedCents: undefined,
			refundedCents: 1010,
			leftCents: 3490,
		});
		expect(balanceOf(transaction(), { transactions: [transaction()] })).toBeUndefined();
	});
});
