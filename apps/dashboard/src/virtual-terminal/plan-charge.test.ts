import { describe, expect, test } from "vitest";
import { emptyForm, planCharge, type TerminalForm } from "./plan-charge.ts";

function form(changes: Partial<TerminalForm> = {}): TerminalForm {
	return { ...emptyForm("CAD"), amount: "31", ...changes };
}

describe("a charge at the virtual terminal", () => {
	test("of a new card asks for the amount exactly, and sends no detail that was left empty", () => {
		const { details } = emptyForm("CAD");
		expect(planCharge(form({ details: { ...details, email: " ana@example.com ", city: "  " } }))).toEqual({
			route: "/transaction-service/sale",
			body: { amount: "31.00", currency: "CAD", email: "ana@example.com", sending_receipt: true },
		});
	});

	test("holds instead of charging when it is asked to", () => {
		expect(planCharge(form({ operation: "authorize" }))).toMatchObject({ route: "/transaction-service/authorize" });
	});

	test("of a card on file names it, and leaves the details to its customer", () => {
		const stored = { customerLookupId: "customer1", cardLookupId: "card1" };
		const details = { ...emptyForm("CAD").details, email: "typed@example.com" };
		expect(planCharge(form({ source: "stored", stored, details, invoiceId: "INV-1", sendsReceipt: false }))).toEqual({
			route: "/transaction-service/sale/customer/{customer_lookup_id}/card/{card_lookup_id}",
			path: { customer_lookup_id: "customer1", card_lookup_id: "card1" },
			body: { amount: "31.00", currency: "CAD", invoice_id: "INV-1", sending_receipt: false },
		});
	});

	test("needs an amount, and a card on file where one is wanted", () => {
		expect(planCharge(form({ amount: "" }))).toEqual({ missing: "amount" });
		expect(planCharge(form({ source: "stored" }))).toEqual({ missing: "stored" });
	});
});
