import { describe, expect, test } from "vitest";
import { emptyLinkForm, type LinkForm, linkRequestOf } from "./link-form.ts";

const now = Date.UTC(2026, 10, 21);
const form = (changes: Partial<LinkForm>): LinkForm => ({ ...emptyLinkForm("CAD"), ...changes });

describe("a new payment link", () => {
	test("is a sale of the exact amount for 30 days, without what was left empty", () => {
		const typed = form({ amount: "31", description: " Invoice 1042 ", invoice_id: "  ", email: " " });
		expect(linkRequestOf(typed, now)).toEqual({
			amount: "31.00",
			currency: "CAD",
			description: "Invoice 1042",
			invoice_id: null,
			email: null,
			language: null,
			expires_at: Date.UTC(2026, 11, 21),
			operation: "sale",
			methods: ["card"],
		});
	});

	test("has everything that was typed and chosen", () => {
		const typed = form({
			amount: "1 250,5",
			currency: "USD",
			description: "Walnut board",
			invoice_id: " INV-7 ",
			email: " ana@example.com ",
			language: "fr",
			expires_at: "1",
			operation: "authorize",
			methods: "card bank",
		});
		expect(linkRequestOf(typed, now)).toEqual({
			amount: "1250.50",
			currency: "USD",
			description: "Walnut board",
			invoice_id: "INV-7",
			email: "ana@example.com",
			language: "fr",
			expires_at: Date.UTC(2026, 10, 22),
			operation: "authorize",
			methods: ["card", "bank"],
		});
	});

	test("with a plan has nothing that the plan decides", () => {
		const typed = form({
			amount: "31",
			invoice_id: "7",
			description: "Coffee",
			plan_lookup_id: "9fK2mQ7xW1aZ3bC4dE5f",
		});
		expect(linkRequestOf(typed, now)).toEqual({
			description: "Coffee",
			email: null,
			language: null,
			expires_at: Date.UTC(2026, 11, 21),
			plan_lookup_id: "9fK2mQ7xW1aZ3bC4dE5f",
		});
	});

	test("sends an amount that is none as it was typed, so that the gateway refuses it", () => {
		expect(linkRequestOf(form({ amount: " thirty " }), now).amount).toBe("thirty");
	});
});
