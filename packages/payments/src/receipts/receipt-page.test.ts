import { describe, expect, test } from "vitest";
import { visibleText } from "../../../../test/fixtures/mail/mail-html.ts";
import { detailedReceipt, receiptLinks, saleReceipt } from "../../../../test/fixtures/payments/receipt.ts";
import { redact } from "../../../platform/src/log/redact.ts";
import { receiptContent } from "./receipt-content.ts";
import { readReceiptToken, receiptLink } from "./receipt-link.ts";
import { receiptPage, unknownReceiptPage } from "./receipt-page.ts";
import type { ShownReceipt } from "./receipts.store.ts";

const pageOf = (changes: Partial<ShownReceipt> = {}, language: "en" | "fr" = "en") =>
	receiptPage({ ...detailedReceipt, isVoided: false, isCaptured: false, ...changes }, { language, style: "" });

describe("the page of a receipt", () => {
	test.each(["en", "fr"] as const)("says what the mail says, in its language: %s", (language) => {
		const page = pageOf({}, language);
		const shown = visibleText(page);
		const { title, headline, lines } = receiptContent(detailedReceipt, language);
		for (const { name, value } of [headline, ...lines]) {
			expect(shown).toContain(name);
			expect(shown).toContain(value);
		}
		expect(shown).toContain(title);
		expect(page).toContain(`<html lang="${language}">`);
	});

	test("has the logo by the merchant's name, from the gateway itself", () => {
		const { content_hash } = detailedReceipt.logo ?? {};
		expect(pageOf()).toContain(`<img class="logo" src="/logos/${content_hash}" alt="Maple &amp; Main"`);
		expect(pageOf({ logo: null })).not.toContain("<img");
	});

	test("names each way to reach the merchant", () => {
		const ways = { contactAddress: "12 Main Street", contactPhone: "416 555-0199", replyTo: "care@maple.example" };
		const shown = visibleText(pageOf(ways));
		for (const way of Object.values(ways)) expect(shown).toContain(way);
		expect(pageOf({ replyTo: null })).not.toContain("Contact");
	});

	test("says that a payment was cancelled or completed since, and what a test is", () => {
		const held = { type: "authorization" } as const;
		expect(pageOf(held)).toContain("is held on your card");
		expect(pageOf({ ...held, isCaptured: true })).toContain("has a receipt of its own");
		expect(pageOf({ ...held, isCaptured: true })).not.toContain("is held on your card");
		expect(pageOf({ isVoided: true })).toContain("Your card is not charged");
		expect(pageOf({ test_mode: true })).toContain("no money has moved");
		expect(pageOf()).not.toContain('class="notice"');
	});

	test("X-31 user text is escaped", () => {
		const hostile = `</title><script>alert(1)</script>"><img src=x onerror=alert(1)>`;
		const attacked = pageOf({
			merchantName: hostile,
			first_name: hostile,
			invoice_id: hostile,
			contactAddress: hostile,
			tax_numbers: [{ label: hostile, number: hostile }],
		});
		expect(attacked).not.toMatch(/<script|<img src=x/);
		expect(attacked.match(/<[a-z]+/g)).toEqual(
			pageOf({ contactAddress: "x", tax_numbers: [{ label: "x", number: "x" }] }).match(/<[a-z]+/g),
		);
	});

	test("of an unknown receipt reveals nothing", () => {
		expect(unknownReceiptPage({ language: "fr", style: "" })).toContain("Reçu introuvable");
	});
});

test("the address proves that the mail was received, and log redaction recognises it", () => {
	const { vault } = receiptLinks;
	const id = saleReceipt.transaction_id;
	const link = receiptLink(receiptLinks, id, "fr");
	expect(link).toMatch(/^https:\/\/pay\.example\/pay\/receipt\/lk19fK2mQ7xW1aZ3bC4dE5f[\w-]{43}\?lang=fr$/);
	expect(redact(link)).toBe("https://pay.example/pay/receipt/[secret]?lang=fr");
	const [, token = ""] = /(lk1[\w-]+)/.exec(link) ?? [];
	expect(readReceiptToken(vault, token)).toBe(id);
	for (const wrong of [token.replace("9fK2", "9fK3"), token.slice(0, -1), `${token}A`, token.slice(3), id, ""]) {
		expect(readReceiptToken(vault, wrong)).toBeUndefined();
	}
});
