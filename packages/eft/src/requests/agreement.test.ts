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
		["fr" as const, ["Maple & Main", "31,00\u00a0$\u00a0CAD", "Walnut boards", "21 novembre 2026", "une seule fois"]],
	])(
		"in %s states the parties, amount, purpose, day in the merchant's time zone, and revocation",
		(language, parts) => {
			const text = textOf(agreementOf(request, language).paragraphs);
			for (const part of parts) expect(text).toContain(part);
			expect(text).toMatch(language === "en" ? /revoke/ : /révoquer/);
		},
	);

	test("its hash is that of the stored text", () => {
		const { paragraphs, hash } = agreementOf(request, "en");
		expect(hash).toEqual(createHash("sha256").update(textOf(paragraphs)).digest());
	});

	test.each([
		["amount", { amountCents: 31_01 }],
		["description", { description: "Oak boards" }],
		["merchant name", { merchant: { ...request.merchant, name: "Maple & Sons" } }],
	])("changes with the %s", (_field, change) => {
		expect(agreementOf({ ...request, ...change }, "en").hash).not.toEqual(agreementOf(request, "en").hash);
	});
});
