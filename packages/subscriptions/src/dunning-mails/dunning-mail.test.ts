import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { elements, visibleText } from "../../../../test/fixtures/mail/mail-html.ts";
import { mailSender, unknownReader } from "../../../../test/fixtures/mail/mail-sender.ts";
import { cardExpiringMail, paymentFailedMail, suspendedMail } from "./dunning-mail.ts";
import type { ExpiryMail, PaymentMail } from "./dunning-mail-data.ts";

const common = {
	email: "ada@example.com",
	isTest: false,
	...mailSender,
	...unknownReader,
};

const billed = {
	name: "Gold",
	description: "Team of five",
	currency: "CAD",
	amount_cents: 123_456,
	quantity: 1,
	amount_from_period: 0,
	former_amount_cents: null,
	setup_fee_cents: 0,
	completed_cycles: 1,
	credit_cents: 0,
};

const failed: PaymentMail = {
	...common,
	...billed,
	reference: "100001.1.2",
	lookup_id: "9fK2mQ7xW1aZ3bC4dE5f",
	card_lookup_id: "Zx8cV7bN6mK5jH4gF3dS",
	start_date: Date.UTC(2026, 5, 1, 3, 30),
	frequency: "MOTHLY",
	time_zone: "America/Toronto",
	billing_anchor: null,
	anchor_period: 0,
	suspended_reason: null,
	period: 1,
	attempt: 2,
	card: { card_type: "Visa", card_suffix: "0005" },
	decline_code: "insufficient_funds",
	nextAttemptAt: Date.UTC(2026, 6, 4, 3, 30),
};

const expiring: ExpiryMail = {
	...common,
	reference: "Zx8cV7bN6mK5jH4gF3dS.2608",
	lookup_id: "9fK2mQ7xW1aZ3bC4dE5f",
	card_lookup_id: "Zx8cV7bN6mK5jH4gF3dS",
	card_type: "Visa",
	card_suffix: "0005",
	expiry_month: "08",
	expiry_year: "26",
	subscriptions: [{ ...billed, next_run: Date.UTC(2026, 7, 31, 3, 30), next_period: 2, open_period: null }],
};

const place = {
	host: "pay.example",
	links: { vault: { mac: () => Buffer.alloc(32, 7) }, publicUrl: "https://pay.example" },
};

const linkOf = (lastDay: string, period: string) =>
	`https://pay.example/pay/card/lk19fK2mQ7xW1aZ3bC4dE5f${lastDay}${period}BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc?lang=en`;

const base36Day = (time: number) => (time / 86_400_000).toString(36).padStart(4, "0");

/** Every dunning mail, with a text in each place that a merchant or customer can write. */
const writers: [string, (text: string) => ReturnType<typeof paymentFailedMail>][] = [
	["a payment that failed", (text) => paymentFailedMail({ ...failed, ...textsOf(text) }, place)],
	["a subscription that was suspended", (text) => suspendedMail({ ...failed, ...textsOf(text) }, place)],
	[
		"a card that expires",
		(text) =>
			cardExpiringMail(
				{
					...expiring,
					merchantName: text,
					subscriptions: [{ ...billed, ...textsOf(text), next_run: null, next_period: 2, open_period: null }],
				},
				place,
			),
	],
];

function textsOf(text: string) {
	return { merchantName: text, name: text, description: text };
}

describe("the text of a dunning mail", () => {
	test("S-16 names the amount of the open period", () => {
		const changed = { ...failed, amount_from_period: 2, former_amount_cents: 4_200 };
		expect(paymentFailedMail(changed, place).text).toContain("$42.00 CAD");
		expect(suspendedMail({ ...changed, period: 2 }, place).text).toContain("$1,234.56 CAD");
	});

	test("S-29 names the sum of quantity, set-up fee and credit that is charged", () => {
		const first = { ...failed, quantity: 2, setup_fee_cents: 1_000, completed_cycles: 0 };
		expect(paymentFailedMail(first, place).text).toContain("$2,479.12 CAD");
		expect(suspendedMail({ ...failed, credit_cents: 100_000 }, place).text).toContain("$234.56 CAD");
		const dear = expiring.subscriptions.map((one) => ({ ...one, quantity: 3 }));
		expect(cardExpiringMail({ ...expiring, subscriptions: dear }, place).text).toContain("$3,703.68 CAD");
	});

	test("about a failed payment starts with the day of the next attempt, in the merchant's time zone", () => {
		expect(paymentFailedMail(failed, place).text).toBe(
			[
				"Your payment to Maple & Main failed",
				"",
				"Your card was not charged. We will try it again on July 3, 2026.",
				"",
				"Please make sure that the card can be charged by then, or pay with another card now.",
				"",
				"Next attempt: July 3, 2026",
				"Amount: $1,234.56 CAD",
				"Subscription: Gold",
				"Description: Team of five",
				"Card: Visa •••• 0005",
				"Due: June 30, 2026",
				"",
				"Pay with another card:",
				linkOf(base36Day(Date.UTC(2026, 7, 30)), "0001"),
				"",
				"Questions? Contact Maple & Main.",
				"",
			].join("\n"),
		);
	});

	test("about an expiring card starts with the last valid day", () => {
		expect(cardExpiringMail({ ...expiring, replyTo: "care@maple.example" }, place).text).toBe(
			[
				"Your card for Maple & Main is about to expire",
				"",
				"The card that pays for your subscription is valid until August 31, 2026. Payments after that day will fail.",
				"",
				"Please give another card in time.",
				"",
				"Valid until: August 31, 2026",
				"Card: Visa •••• 0005",
				"Subscription: Gold",
				"Description: Team of five",
				"Amount: $1,234.56 CAD",
				"Next payment: August 30, 2026",
				"",
				"Use another card:",
				linkOf(base36Day(Date.UTC(2026, 9, 31)), "none"),
				"",
				"Questions? Reply to this email.",
				"",
			].join("\n"),
		);
	});

	test("about a suspended subscription omits a deleted card and empty fields", () => {
		const lost = { ...failed, card: null, description: null, suspended_reason: "card_deleted" } as const;
		expect(suspendedMail(lost, place).text).not.toMatch(/Card:|Description|null|••••/);
	});

	test("about a payment that the bank wants confirmed asks for that", () => {
		const { text } = paymentFailedMail({ ...failed, decline_code: "authentication_required" }, place);
		expect(text).toContain("Your bank asks you to confirm this payment. Please do so now, or pay with another card.");
		expect(text).toMatch(/^Confirm and pay:\nhttps:/m);
	});

	test("is marked as a test for a demo merchant", () => {
		const mail = paymentFailedMail({ ...failed, isTest: true }, place);
		expect(mail.subject).toBe("Test: Your payment to Maple & Main failed");
		expect(mail.text).toContain("no money has moved");
	});

	test.each(writers)("about %s says the same as its HTML", (_what, write) => {
		const { text, html } = write("Maple & Main");
		const shown = visibleText(html);
		const link = /^(.+):\n(https:.+)$/m.exec(text);
		expect(html).toContain(`href="${link?.[2]}"`);
		for (const line of text.replace(link?.[0] ?? "", link?.[1] ?? "").split("\n")) {
			for (const part of line.split(": ")) expect(shown).toContain(part);
		}
	});

	test("cannot be written for a payment that is not tried again", () => {
		expect(() => paymentFailedMail({ ...failed, nextAttemptAt: null }, place)).toThrow("not tried again");
	});
});

/** Texts that a page must escape. */
const hostileTexts = [
	"</title><script>alert(1)</script>",
	"</td></tr></table><img src=x onerror=alert(1)>",
	'"><svg onload=alert(1)>',
	"<!--",
	"&lt;script&gt;",
	"<base href=//evil.example>",
];

describe.each(writers)("a text of a merchant or customer, in a dunning mail about %s,", (_what, write) => {
	const plain = elements(write("x").html);

	test.each(hostileTexts)("X-31 is escaped in the HTML: %s", (text) => {
		expect(elements(write(text).html)).toEqual(plain);
		expect(visibleText(write(text).html)).toContain(text);
	});

	test("X-31 is escaped, whatever it is", () => {
		const hostile = fc.string({ unit: "binary" }).map((text) => `x${text}x`);
		fc.assert(
			fc.property(hostile, (text) => {
				expect(elements(write(text).html)).toEqual(plain);
			}),
			{ numRuns: 30 },
		);
	});

	test.each([
		["line breaks", "Maple\r\nBcc: eve@example.com"],
		["a turned direction", "Maple\u202emaerC eloM\u2066 & \u200fMain"],
		["control characters", "Maple\0\u001b[31m\u0085\u2028Main"],
	])("X-32 has no %s left where others read it", (_kind, text) => {
		const mail = write(text);
		const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;
		for (const line of [mail.senderName, mail.subject, ...mail.text.split("\n"), ...mail.html.split("\n")]) {
			expect(line).not.toMatch(invisible);
		}
		expect(mail.text.split("\n")).toHaveLength(write("x").text.split("\n").length);
		expect(mail.blindCopies).toEqual([]);
	});
});
