import { describe, expect, test } from "vitest";
import { isRecordOf, outcomeOf, type PaymentRecord } from "./payment-record.ts";

const record: PaymentRecord = {
	transaction_id: "t1",
	amount: 17.5,
	invoice_id: "order-1",
	transaction_result: "APPROVED",
	transaction_success: true,
	transaction_type: "sale",
	decline_code: null,
	transaction_time: 1_700_000_000_000,
	card_type: "Visa",
	card_suffix: 1111,
};

function declinedWith(code: string | null) {
	return outcomeOf({
		...record,
		transaction_result: "DECLINED",
		transaction_success: false,
		decline_code: code,
	});
}

describe("reading a transaction record", () => {
	test("B-06 card_suffix is a number: 5 is shown as 0005", () => {
		expect(outcomeOf({ ...record, card_suffix: 5 })).toMatchObject({ card: { brand: "Visa", suffix: "0005" } });
	});

	test("is paid only when the record says approved and successful", () => {
		expect(outcomeOf(record).kind).toBe("paid");
		expect(outcomeOf({ ...record, transaction_success: false }).kind).toBe("unknown");
	});

	test("is not known yet while pending, with the id to ask by", () => {
		const pending = { ...record, transaction_result: "PENDING", transaction_success: false } as const;
		expect(outcomeOf(pending)).toEqual({ kind: "unknown", transactionId: "t1" });
	});

	test.each([
		["insufficient_funds", "funds"],
		["expired_card", "expired"],
		["incorrect_cvv", "security_code"],
		["do_not_honour", "general"],
		["processing_error", "not_processed"],
		["not_received", "not_received"],
		["a_code_of_next_year", "general"],
		[null, "general"],
	])("a decline %j is told as %s", (message, reason) => {
		expect(declinedWith(message)).toMatchObject({ kind: "declined", reason });
	});

	test.each(["lost_card", "stolen_card"])("F-16 that it is a %s is not told to whoever holds it", (code) => {
		expect(declinedWith(code)).toMatchObject({ reason: "general" });
	});

	test("counts only for its own attempt and to the cent", () => {
		expect(isRecordOf(record, { attemptId: "order-1", amountCents: 1750, hold: false })).toBe(true);
		expect(isRecordOf(record, { attemptId: "order-1", amountCents: 1751, hold: false })).toBe(false);
		expect(isRecordOf(record, { attemptId: "order-2", amountCents: 1750, hold: false })).toBe(false);
		expect(isRecordOf({ ...record, invoice_id: null }, { attemptId: "order-1", amountCents: 1750, hold: false })).toBe(
			false,
		);
	});

	test("counts only as what was asked for: a hold is no sale", () => {
		const held = { ...record, transaction_type: "authorization" };
		expect(outcomeOf(held).kind).toBe("held");
		const expected = { attemptId: "order-1", amountCents: 1750 };
		expect(isRecordOf(held, { ...expected, hold: true })).toBe(true);
		expect(isRecordOf(held, { ...expected, hold: false })).toBe(false);
		expect(isRecordOf(record, { ...expected, hold: true })).toBe(false);
	});

	test("compares cents, so that no sum of a floating point is off by one", () => {
		for (let cents = 1; cents <= 100_000; cents += 7) {
			expect(
				isRecordOf({ ...record, amount: cents / 100 }, { attemptId: "order-1", amountCents: cents, hold: false }),
			).toBe(true);
		}
	});
});
