import { describe, expect, test } from "vitest";
import type { PaymentRequest, RequestStatus } from "../request.ts";
import { answeredPage, declinePage, payerPage, unknownRequestPage } from "./payer-pages.ts";
import type { ShownRequest } from "./request-parts.ts";
import { requestWords } from "./words.ts";

const request: PaymentRequest = {
	transactionId: "9fK2mQ7xW1aZ3bC4dE5f",
	processorTransactionId: "PAY24204476",
	merchant: { id: 1, name: "Maple <b>& Main", mode: "demo", timeZone: "America/Toronto" },
	payerMerchantId: null,
	payerEmail: "ada@example.com",
	amountCents: 31_00,
	description: "Walnut <i>boards",
	result: "PENDING",
	maskedAccount: null,
	createdAt: Date.UTC(2026, 10, 21, 19),
	expiresAt: Date.UTC(2026, 11, 21, 19),
	answer: null,
};

function shown(change: Partial<PaymentRequest> = {}, status: RequestStatus = "PENDING"): ShownRequest {
	return { request: { ...request, ...change }, status, language: "en", path: "/pay/link" };
}

describe("the page of a request", () => {
	const page = payerPage(shown(), { csrfToken: "secret" });

	test("states the merchant, amount, purpose, and that it is a test", () => {
		for (const part of [
			"$31.00 CAD",
			"Walnut &lt;i&gt;boards",
			"December 21, 2026",
			"PAY24204476",
			requestWords.en.test,
		]) {
			expect(page).toContain(part);
		}
		expect(page).toContain("<h1>Maple &lt;b&gt;&amp; Main requests $31.00 CAD from you</h1>");
	});

	test("links to the wallet only for staff of another merchant", () => {
		const theirs = payerPage(shown({ payerMerchantId: 2 }), { csrfToken: "secret" });
		expect(theirs).toContain(`href="/app/incoming-requests/${request.transactionId}"`);
		expect(page).not.toContain("/app/incoming-requests");
	});

	test("a live request has no test notice", () => {
		const live = shown({ merchant: { ...request.merchant, mode: "live" } });
		expect(payerPage(live, { csrfToken: "secret" })).not.toContain(requestWords.en.test);
	});

	test("S-22 keeps what the payer has typed, but shows no account number again", () => {
		const again = payerPage(shown(), {
			csrfToken: "s",
			holder: "Ada L.",
			transitNumber: "10202",
			problems: { account_number: "account_number" },
		});
		expect(again).toContain('name="holder" type="text" autocomplete="name" value="Ada L."');
		expect(again).toContain('name="institution_number" type="text" autocomplete="off" value=""');
		expect(again).toContain('name="transit_number" type="text" autocomplete="off" value="10202"');
		expect(again).toContain('name="account_number" type="text" autocomplete="off" value=""');
		expect(again).toContain(requestWords.en.problems.account_number);
		expect(again).toContain("<title>Not paid yet");
	});

	test("X-31 input is escaped inside a quoted attribute", () => {
		const typed = payerPage(shown(), { csrfToken: "s", holder: `<img src=x onerror="alert('1')"> & co` });
		expect(typed).toContain('value="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; co"');
	});

	test("every field has a label, and its problem next to it", () => {
		const wrong = payerPage(shown(), {
			csrfToken: "s",
			problems: { transit_number: "transit_number", agree: "not_agreed" },
		});
		for (const name of ["holder", "institution_number", "transit_number", "account_number"]) {
			expect(wrong).toContain(`<label for="${name}">`);
		}
		expect(wrong).toContain('aria-invalid="true" aria-describedby="transit_number-hint transit_number-problem"');
		expect(wrong).toContain('aria-describedby="agree-problem"');
	});

	test.each([
		[
			"accepted from an account",
			{ answer: "accepted" as const, maskedAccount: "****6789" },
			"APPROVED" as const,
			"You have agreed to pay",
		],
		["paid from a wallet", { answer: "accepted" as const }, "APPROVED" as const, "was transferred to"],
		[
			"returned by the bank",
			{ answer: "accepted" as const, maskedAccount: "****6789" },
			"DECLINED" as const,
			"was returned",
		],
		["declined", { answer: "declined" as const }, "DECLINED" as const, "was declined"],
		["expired", {}, "EXPIRED" as const, "has expired"],
	])("of a request that is %s states that and has no form", (_state, change, status, words) => {
		const page = answeredPage(shown(change, status));
		expect(page).toContain(words);
		expect(page).not.toContain("<form");
	});

	test("asks to confirm declining, and links back", () => {
		const confirmation = declinePage(shown(), { csrfToken: "s" });
		expect(confirmation).toContain('action="/pay/link/decline?lang=en"');
		expect(confirmation).toContain('href="/pay/link?lang=en"');
	});

	test("of an unknown request reveals nothing", () => {
		expect(unknownRequestPage("en")).toContain(requestWords.en.unknown.text);
	});
});

describe("in French", () => {
	const french = { ...shown(), language: "fr" as const };

	test("a page is French, with a link to English", () => {
		const page = payerPage(french, { csrfToken: "s" });
		expect(page).toContain('<html lang="fr">');
		expect(page).toContain("31,00\u00a0$\u00a0CAD");
		expect(page).toContain('<a href="/pay/link?lang=en" lang="en" hreflang="en">English</a>');
	});

	test("every text differs from the English one", () => {
		const texts = (words: object): string[] =>
			Object.values(words).flatMap((value) =>
				typeof value === "function" ? [String(value("a", "b"))] : typeof value === "object" ? texts(value) : [value],
			);
		const [english, inFrench] = [texts(requestWords.en), texts(requestWords.fr)];
		expect(inFrench).toHaveLength(english.length);
		for (const [place, text] of inFrench.entries()) expect(text).not.toBe(english[place]);
	});
});
