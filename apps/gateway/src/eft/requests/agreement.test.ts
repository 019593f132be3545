import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { agreementOf, textOf } from "./agreement.ts";

const request = {
	merchant: { id: 1, name: "Maple & Main", mode: "live" as const, timeZone: "America/Toronto" },
	amountCents: 31_00,
	description: "Walnut boards",
	createdAt: Date.UTC(2026, 10, 22, 3, 30),
};

describe("the agreement for one debit", () => {
	test.each([
		["en" as const, ["Maple & Main", "$31.00 CAD", "Walnut boards", "November 21, 2026", "once", "www.payments.ca"]],
		["fr" as const, ["Maple & Main", "31,00\u00a0$ CAD", "Walnut boards", "21 novembre 2026", "une seule fois"]],
	])(
		"says in %s who takes how much for what, on which day in the merchant's zone, and how to revoke it",
		(language, parts) => {
			const text = textOf(agreementOf(request, language).paragraphs);
			for (const part of parts) expect(text).toContain(part);
			expect(text).toMatch(language === "en" ? /revoke/ : /révoquer/);
		},
	);

	test("is known again by a hash of exactly the text that is kept", () => {
		const { paragraphs, hash } = agreementOf(request, "en");
		expect(hash).toEqual(createHash("sha256").update(textOf(paragraphs)).digest());
	});

	test.each([
		["amount", { amountCents: 31_01 }],
		["description", { description: "Oak boards" }],
		["name of who asks", { merchant: { ...request.merchant, name: "Maple & Sons" } }],
	])("is another one with another %s", (_what, change) => {
		expect(agreementOf({ ...request, ...change }, "en").hash).not.toEqual(agreementOf(request, "en").hash);
	});
});
