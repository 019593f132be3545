import { describe, expect, test } from "vitest";
import { transactionStatuses, transactionTypes } from "../transaction/transaction.ts";
import { isReceiptDue } from "./receipt.ts";

const toAda = { email: "ada@example.com", bcc_emails: null };
const approvedSale = { type: "sale", status: "APPROVED", sending_receipt: true, ...toAda } as const;

describe("receipt due", () => {
	test("a receipt is due for every type except a void", () => {
		const due = transactionTypes.filter((type) => isReceiptDue({ ...approvedSale, type }));
		expect(due).toEqual(["sale", "authorization", "capture", "refund"]);
	});

	test("a receipt is due once the transaction is approved", () => {
		const due = transactionStatuses.filter((status) => isReceiptDue({ ...approvedSale, status }));
		expect(due).toEqual(["APPROVED"]);
	});

	test("no receipt is due without sending_receipt or without an address", () => {
		expect(isReceiptDue({ ...approvedSale, sending_receipt: false })).toBe(false);
		expect(isReceiptDue({ ...approvedSale, email: null })).toBe(false);
	});

	test("a receipt is due with bcc_emails alone", () => {
		expect(isReceiptDue({ ...approvedSale, email: null, bcc_emails: "books@example.com" })).toBe(true);
	});
});
