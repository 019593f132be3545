import { describe, expect, test } from "vitest";
import { approvedTransaction } from "../../../../test/fixtures/payments/transaction.ts";
import type { Transaction } from "../tables.ts";
import { failedPaymentSchema, responseOf } from "./payment-response.ts";
import { recordOf, transactionRecordSchema } from "./transaction-record.ts";

const transaction = approvedTransaction({
	refunded_cents: 435,
	card_type: "UnionPay",
	email: "ada@example.com",
	first_name: "Ada",
	country: "CA",
	postal_code: "K1A0B1",
	invoice_id: "INV-1",
});

/** Every field of the specification's table of transaction records. */
const specified = [
	"id",
	"transaction_id",
	"amount",
	"amount_refunded",
	"amount_tip",
	"amount_tax",
	"currency",
	"captured",
	"card_type",
	"card_suffix",
	"card_expiry",
	"user_id",
	"transaction_success",
	"transaction_result",
	"transaction_message",
	"transaction_source",
	"transaction_time",
	"transaction_type",
	"email",
	"first_name",
	"last_name",
	"company",
	"bcc_emails",
	"telephone",
	"address1",
	"address2",
	"city",
	"province",
	"country",
	"postal_code",
	"custom_id",
	"language",
	"invoice_id",
	"lookup_id",
	"processor_auth_code",
	"processor_transaction_id",
	"test_mode",
];

/** The fields of our records that the specification does not have. */
const further = [
	"metadata",
	"card_last4",
	"customer_lookup_id",
	"card_lookup_id",
	"subscription_lookup_id",
	"original_transaction_id",
	"voided",
	"capture_before",
	"initiated_by",
	"purpose",
	"decline_code",
	"card_testing_reason",
	"avs_result",
	"cvv_result",
	"three_d_secure",
];

describe("recordOf", () => {
	test("the record has every field of the specification's table, and the fields of captures, refunds, voids and card-testing protection", () => {
		expect(Object.keys(recordOf(transaction)).sort()).toEqual([...specified, ...further].sort());
		// Only while a payer has to authenticate.
		const described = [...specified, ...further, "next_action"].sort();
		expect(Object.keys(transactionRecordSchema.shape).sort()).toEqual(described);
		expect(transactionRecordSchema.parse(recordOf(transaction))).toEqual(recordOf(transaction));
	});

	test("the record uses the specification's terms", () => {
		expect(recordOf(transaction)).toMatchObject({
			id: 100_001,
			lookup_id: 100_001,
			amount: 10.99,
			amount_refunded: 4.35,
			amount_tip: null,
			amount_tax: null,
			transaction_success: true,
			transaction_result: "APPROVED",
			transaction_message: "Approved",
			transaction_source: "E_COMMERCE",
			transaction_time: 1_795_219_200_000,
			transaction_type: "sale",
			last_name: null,
			postal_code: "K1A0B1",
		});
	});

	test.each([
		["0005", 5],
		["0000", 0],
		["1111", 1111],
		["0500", 500],
	])("B-06 the suffix %s is the number %d", (card_suffix, number) => {
		expect(recordOf({ ...transaction, card_suffix })).toMatchObject({ card_suffix: number, card_last4: card_suffix });
	});

	test.each([
		["APPROVED", true],
		["DECLINED", false],
		["PENDING", false],
	] as const)("calls %s a success: %s", (status, success) => {
		expect(recordOf({ ...transaction, status })).toMatchObject({
			transaction_success: success,
			transaction_result: status,
		});
	});

	test.each(["sale", "capture"] as const)("a %s is captured only when it is approved", (type) => {
		const captured = (status: Transaction["status"]) => recordOf({ ...transaction, type, status }).captured;
		expect([captured("APPROVED"), captured("DECLINED"), captured("PENDING")]).toEqual([true, false, false]);
	});

	test("X-04 internal columns are not in the record", () => {
		const text = JSON.stringify(recordOf(transaction));
		for (const inside of ["merchant_id", "decline_class", "decided_at", "sending_receipt", "_cents"]) {
			expect(text).not.toContain(inside);
		}
	});
});

describe("responseOf", () => {
	test("a refund's id is a string, approved or not", () => {
		const refund: Transaction = { ...transaction, type: "refund", original_id: "8gL3nR8yX2bA4cD5eF6g" };
		expect(responseOf(refund).body).toEqual({ ...recordOf(refund), id: "100001" });
		const declined = responseOf({ ...refund, status: "DECLINED", message: "No." });
		expect(declined.body).toMatchObject({ id: "100001", lookup_id: 100_001, message: "No. Nothing was refunded." });
	});

	test("a processor's message gets its full stop", () => {
		const refund: Transaction = { ...transaction, type: "refund", status: "DECLINED", message: "Not permitted" };
		expect(responseOf(refund).body).toMatchObject({ message: "Not permitted. Nothing was refunded." });
	});

	test("an approval is 200 with the record", () => {
		expect(responseOf(transaction)).toEqual({ status: 200, body: recordOf(transaction) });
	});

	test.each([
		["soft", "Try again later or use another card."],
		["hard", "Do not try this card again"],
		["data", "Check the card's details"],
	] as const)("answers a %s decline with 402, the record and what to do next", (decline_class, advice) => {
		const declined: Transaction = { ...transaction, status: "DECLINED", message: "The card says no.", decline_class };
		const { status, body } = responseOf(declined);
		expect(status).toBe(402);
		expect(body).toMatchObject({ ...recordOf(declined), status: 402, code: "PAYMENT_FAILED" });
		expect(failedPaymentSchema.parse(body).message).toMatch(/^The card says no\. Nothing was charged\./);
		expect(failedPaymentSchema.parse(body).message).toContain(advice);
	});

	test("F-11 a decline by card-testing protection gets the response of a decline by the bank; only its report differs", () => {
		const byBank: Transaction = {
			...transaction,
			is_protected: true,
			status: "DECLINED",
			message: "The card was declined.",
			decline_class: "soft",
			decline_code: "do_not_honour",
			processor_auth_code: null,
		};
		const byProtection: Transaction = { ...byBank, card_testing_reason: "card", processor_transaction_id: null };
		expect(responseOf(byProtection)).toEqual(responseOf(byBank));
		expect(recordOf(byProtection)).toMatchObject({ card_testing_reason: "card", processor_transaction_id: null });
		expect(recordOf(byBank)).toMatchObject({ card_testing_reason: null, processor_transaction_id: "demo_1" });
	});

	test("a PENDING charge is 402, and its message never says that nothing was charged", () => {
		const pending: Transaction = { ...transaction, status: "PENDING", message: null, decided_at: null };
		const { status, body } = responseOf(pending);
		expect(status).toBe(402);
		expect(body).toMatchObject({
			transaction_success: false,
			transaction_result: "PENDING",
			transaction_message: null,
		});
		const { message } = failedPaymentSchema.parse(body);
		expect(message).toContain("not known yet");
		expect(message).toContain("Do not send the payment again");
		expect(message).not.toContain("Nothing was charged");
	});
});
