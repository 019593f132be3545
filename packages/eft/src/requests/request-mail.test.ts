import { describe, expect, test } from "vitest";
import { mailSender, unknownReader } from "../../../../test/fixtures/mail/mail-sender.ts";
import type { Language } from "../../../platform/src/language.ts";
import type { PaymentRequest } from "./request.ts";
import { requestMail } from "./request-mail.ts";

const request: PaymentRequest = {
	transactionId: "9fK2mQ7xW1aZ3bC4dE5f",
	processorTransactionId: "PAY24204476",
	merchant: { id: 1, name: "Maple & Main", mode: "live", timeZone: "America/Toronto" },
	payerMerchantId: null,
	payerEmail: "ada@example.com",
	amountCents: 31_00,
	description: "Walnut boards",
	result: "PENDING",
	maskedAccount: null,
	createdAt: Date.UTC(2026, 10, 21, 19),
	expiresAt: Date.UTC(2026, 11, 21, 19),
	answer: null,
};
const link = "https://pay.example/pay/link?lang=en";
const options = {
	linkIn: (language: Language) => `https://pay.example/pay/link?lang=${language}`,
	host: "pay.example",
	sender: { ...mailSender, replyTo: "care@maple.example" },
	payer: unknownReader,
};

describe("the mail of a payment request", () => {
	test("states the merchant, amount, purpose and expiry in both parts", () => {
		const { text, html, subject, to, replyTo } = requestMail(request, options);
		expect(subject).toBe("Maple & Main requests $31.00 CAD from you");
		expect({ to, replyTo }).toEqual({ to: "ada@example.com", replyTo: "care@maple.example" });
		for (const part of ["$31.00 CAD", "Walnut boards", "December 21, 2026", "PAY24204476", link]) {
			expect(text).toContain(part);
			expect(html).toContain(part);
		}
	});

	test("is the same each time, with the same Message-ID", () => {
		expect(requestMail(request, options)).toEqual(requestMail(request, options));
		expect(requestMail(request, options).messageId).toBe("eft-request.9fK2mQ7xW1aZ3bC4dE5f@pay.example");
	});

	test("states first that it is a test", () => {
		const demo = { ...request, merchant: { ...request.merchant, mode: "demo" as const } };
		const { subject, text } = requestMail(demo, options);
		expect(subject).toMatch(/^Test: /);
		expect(text).toContain("This is a test: no money has moved.");
		expect(requestMail(request, options).text).not.toContain("test");
	});

	test("X-32 names and descriptions with control and direction characters stay on one line", () => {
		const sly = { ...request, description: "one\r\nBcc: all@example.com\u202etwo" };
		const { text } = requestMail(sly, options);
		expect(text).toContain("For: one Bcc: all@example.com two");
	});
});
