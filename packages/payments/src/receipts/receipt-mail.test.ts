import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { elements, visibleText } from "../../../../test/fixtures/mail/mail-html.ts";
import { detailedReceipt, receiptLinks, saleReceipt } from "../../../../test/fixtures/payments/receipt.ts";
import { receiptLink } from "./receipt-link.ts";
import { blindCopiesOf, receiptMail } from "./receipt-mail.ts";
import type { Receipt } from "./receipts.store.ts";

const mailing = { host: "pay.example", links: receiptLinks };

const write = (changes: Partial<Receipt> = {}) => receiptMail({ ...saleReceipt, ...changes }, mailing);

test("a mailbox gets one receipt, in whatever case its address is written", () => {
	const bcc_emails = "b@example.com, c@example.com,C@Example.com,d@example.com";
	expect(blindCopiesOf({ email: "B@Example.com", bcc_emails })).toEqual(["c@example.com", "d@example.com"]);
	expect(blindCopiesOf({ email: null, bcc_emails: "c@example.com,C@example.com" })).toEqual(["c@example.com"]);
});

const link = receiptLink(receiptLinks, saleReceipt.transaction_id, "en");

describe("a receipt's text", () => {
	test("the amount and the masked card come first, and the date is in the merchant's zone", () => {
		expect(write().text).toBe(
			[
				"Receipt from Maple & Main",
				"",
				"Amount paid: $1,234.56 CAD",
				"Card: Visa •••• 0005",
				"Date: June 30, 2026 at 11:30 p.m. EDT",
				"Name: Ada Lovelace",
				"Invoice: INV-1042",
				"Payment number: 9fK2mQ7xW1aZ3bC4dE5f",
				"",
				"Print this receipt:",
				link,
				"",
				"Questions? Contact Maple & Main.",
				"",
			].join("\n"),
		);
	});

	test("tax and tip are parts of the amount, and the merchant's tax numbers follow the payment", () => {
		const { text } = write(detailedReceipt);
		expect(text).toContain(
			"Amount paid: $134.98 CAD\nSubtotal: $100.00 CAD\nTax: $14.98 CAD\nTip: $20.00 CAD\nTotal: $134.98 CAD\n",
		);
		expect(text).toContain("dE5f\nGST/HST: 12345 6789 RT0001\nQST: 1234567890 TQ0001\n");
	});

	test.each([
		[{ amount_tip_cents: null }, "Subtotal: $120.00 CAD\nTax: $14.98 CAD\nTotal"],
		[{ amount_tax_cents: null }, "Subtotal: $114.98 CAD\nTip: $20.00 CAD\nTotal"],
		[{ amount_tax_cents: 0, amount_tip_cents: null }, "Subtotal: $134.98 CAD\nTax: $0.00 CAD\nTotal"],
		[{ amount_tax_cents: null, amount_tip_cents: null }, "Amount paid: $134.98 CAD\nCard"],
	])("parts that are not known are left out: %j", (parts, lines) => {
		expect(write({ ...detailedReceipt, ...parts }).text).toContain(lines);
	});

	test("the parts have French names for a payer who reads French", () => {
		const { text } = write({ ...detailedReceipt, language: "fr" });
		for (const name of ["Sous-total", "Taxes", "Pourboire", "Total"])
			expect(text).toMatch(new RegExp(`^${name}\u00a0: `, "m"));
	});

	test("a renewal's receipt has the subscription's description", () => {
		expect(write({ description: "Coffee of the month" }).text).toContain("For: Coffee of the month\n");
	});

	test("the text says paid or refunded, and whether it was a test", () => {
		expect(write({ type: "capture" }).text).toContain("Amount paid: ");
		expect(write({ type: "refund" })).toMatchObject({
			subject: "Refund for $1,234.56 CAD from Maple & Main",
			text: expect.stringContaining("Amount refunded: "),
		});
		expect(write({ test_mode: true })).toMatchObject({
			subject: "Test: Receipt for $1,234.56 CAD from Maple & Main",
			text: expect.stringContaining("no money has moved"),
		});
	});

	test("the currency tells one dollar from another", () => {
		expect(write({ currency: "USD" }).subject).toContain("$1,234.56 USD");
	});

	test("missing details are left out", () => {
		const { text } = write({ first_name: null, last_name: null, invoice_id: null });
		expect(text).not.toMatch(/Name|Invoice|null/);
	});

	test("the text and the HTML have the same content", () => {
		const { text, html } = write({ ...detailedReceipt, test_mode: true, replyTo: "care@maple.example" });
		const shown = visibleText(html);
		for (const line of text.split("\n")) {
			for (const part of line.split(/: |:$/)) expect(shown).toContain(part);
		}
	});

	test("a transaction without a receipt is refused", () => {
		expect(() => write({ type: "void" })).toThrow();
	});
});

describe("a receipt's logo", () => {
	test("is in the HTML alone, within 200 by 64 pixels, and the merchant's name stands for it", () => {
		const { html, text } = write(detailedReceipt);
		const address = `https://pay.example/logos/${"q".repeat(43)}`;
		expect(html).toContain(`<img src="${address}" alt="Maple &amp; Main" width="200" height="50"`);
		expect(text).toBe(write({ ...detailedReceipt, logo: null }).text);
		expect(write().html).not.toContain("<img");
	});

	test.each([
		[2_000, 2_000, 64, 64],
		[2_000, 3, 200, 1],
		[40, 30, 40, 30],
	])("of %d by %d pixels is shown as %d by %d", (width, height, shownWidth, shownHeight) => {
		const { html } = write({ logo: { content_hash: "q".repeat(43), width, height } });
		expect(html).toContain(` width="${shownWidth}" height="${shownHeight}"`);
	});
});

describe("a receipt's Message-ID", () => {
	test("the Message-ID depends on the transaction only", () => {
		expect(write().messageId).toBe(write({ merchantName: "Renamed" }).messageId);
		expect(write({ transaction_id: "0000000000000000000A" }).messageId).not.toBe(write().messageId);
	});
});

describe("a receipt's blind copies", () => {
	test("X-32 blind copies are distinct single mailboxes, without the payer, and five at most", () => {
		const bcc_emails = "b@x.ca, c@x.ca,b@x.ca,ada@example.com,d@x.ca,e@x.ca,f@x.ca,g@x.ca";
		expect(write({ bcc_emails }).blindCopies).toEqual(["b@x.ca", "c@x.ca", "d@x.ca", "e@x.ca", "f@x.ca"]);
	});
});

/** Texts that could break out of an HTML page or a mail header. */
const hostileTexts = [
	"<script>alert(1)</script>",
	"</title><script>alert(1)</script>",
	"</td></tr></table><img src=x onerror=alert(1)>",
	'"><svg onload=alert(1)>',
	"' onmouseover='alert(1)",
	"<iframe srcdoc='<script>alert(1)</script>'>",
	"<a href=javascript:alert(1)>x</a>",
	"<style>*{display:none}</style>",
	"<!--",
	"-->",
	"]]>",
	"&lt;script&gt;",
	"&#60;script&#62;",
	"{{constructor.constructor('alert(1)')()}}",
	"#{alert(1)}",
	"<base href=//evil.example>",
	"<meta http-equiv=refresh content=0;url=//evil.example>",
	"\u003cb\u003e",
	"＜script＞",
];

describe("text from users", () => {
	test.each(hostileTexts)("X-31 user text is escaped in the HTML: %s", (text) => {
		const writeWith = (one: string) =>
			write({
				...detailedReceipt,
				merchantName: one,
				first_name: one,
				last_name: null,
				invoice_id: one,
				tax_numbers: [{ label: one, number: one }],
			});
		const [plain, attacked] = [writeWith("x"), writeWith(text)];
		// A text that left its attribute would leave more than the attribute.
		const withoutName = (html: string) => elements(html).map((tag) => tag.replace(/ alt="[^"]*"/, ""));
		expect(withoutName(attacked.html)).toEqual(withoutName(plain.html));
		expect(visibleText(attacked.html)).toContain(text);
	});

	test("X-31 any text is escaped", () => {
		const plain = elements(write({ merchantName: "x", invoice_id: "x" }).html);
		const hostile = fc.string({ unit: "binary" }).map((text) => `x${text}x`);
		fc.assert(
			fc.property(hostile, hostile, (merchantName, invoice_id) => {
				expect(elements(write({ merchantName, invoice_id }).html)).toEqual(plain);
			}),
		);
	});

	test.each([
		["line breaks", "Maple\r\nBcc: eve@example.com"],
		["a turned direction", "Maple\u202emaerC eloM\u2066 & \u200fMain"],
		["control characters", "Maple\0\u001b[31m\u0085\u2028Main"],
	])("X-32 %s do not reach a mail header", (_what, text) => {
		const mail = write({ merchantName: text, first_name: text, invoice_id: text });
		const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;
		for (const line of [mail.senderName, mail.subject, ...mail.text.split("\n"), ...mail.html.split("\n")]) {
			expect(line).not.toMatch(invisible);
		}
		expect(mail.text.split("\n")).toHaveLength(write().text.split("\n").length);
	});
});
