import { describe, expect, test } from "vitest";
import { transactionStatuses, transactionTypes } from "../transaction/transaction.ts";
import { isReceiptDue } from "./receipt-due.ts";

const approvedSale = { type: "sale", status: "APPROVED", sending_receipt: true, email: "ada@example.com" } as const;

describe("a receipt", () => {
	test("is due for what moves money, and for nothing else", () => {
		const due = transactionTypes.filter((type) => isReceiptDue({ ...approvedSale, type }));
		expect(due).toEqual(["sale", "capture", "refund"]);
	});

	test("is due once something is approved", () => {
		const due = transactionStatuses.filter((status) => isReceiptDue({ ...approvedSale, status }));
		expect(due).toEqual(["APPROVED"]);
	});

	test("is not due where the request did not want one, or there is nobody to write to", () => {
		expect(isReceiptDue({ ...approvedSale, sending_receipt: false })).toBe(false);
		expect(isReceiptDue({ ...approvedSale, email: null })).toBe(false);
	});
});
