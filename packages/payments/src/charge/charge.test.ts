import { describe, expect, test } from "vitest";
import { newTransaction } from "../../../../test/fixtures/payments/transaction.ts";
import { Problem } from "../../../platform/src/problem.ts";
import { type ChargeCommand, planCharge } from "./charge.ts";
import { chargeRequestSchema, storedCardChargeRequestSchema } from "./charge-request.ts";

const card = { card: { brand: "Visa", suffix: "0005", expiry: "08/31" } } as const;
const given = {
	transactionId: "9fK2mQ7xW1aZ3bC4dE5f",
	processor: "demo",
	processorAccount: null,
	now: 1_795_219_200_000,
};
const merchant = {
	id: 7,
	publicId: "m7",
	name: "Maple & Main",
	mode: "demo",
	timeZone: "America/Toronto",
	currencies: ["CAD", "USD"],
	statementText: null,
	threeDSecure: { rule: "never", aboveCents: null, outside: null },
	hostedFormOnly: false,
	rejectsAvsNoMatch: false,
	rejectsCvvNoMatch: false,
	cardTesting: { isOn: null, limits: {} },
} as const;

interface Changes {
	request?: Record<string, unknown>;
	merchant?: Partial<ChargeCommand["initiator"]["merchant"]>;
	operation?: ChargeCommand["operation"];
}

function command(changes: Changes = {}): Pick<ChargeCommand, "operation" | "initiator" | "request"> {
	return {
		operation: changes.operation ?? "sale",
		initiator: {
			merchant: { ...merchant, currencies: [...merchant.currencies], ...changes.merchant },
			channel: "E_COMMERCE",
			userId: 3,
		},
		request: chargeRequestSchema.parse({ amount: 10.99, token: "ct1", ...changes.request }),
	};
}

describe("planCharge", () => {
	test("the plan has every column of the new row", () => {
		const request = { email: "ada@example.com", country: "CA", postal_code: "K1A 0B1", invoice_id: "INV-1" };
		expect(planCharge(command({ request }), card, given)).toEqual(
			newTransaction({ email: "ada@example.com", country: "CA", postal_code: "K1A0B1", invoice_id: "INV-1" }),
		);
	});

	test("an authorization is planned as not captured", () => {
		expect(planCharge(command({ operation: "authorization" }), card, given)).toMatchObject({
			type: "authorization",
			captured: false,
		});
	});

	test("the charges of a demo merchant are test charges, and no others", () => {
		expect(planCharge(command({ merchant: { mode: "demo" } }), card, given).test_mode).toBe(true);
		expect(planCharge(command({ merchant: { mode: "live" } }), card, given).test_mode).toBe(false);
	});

	test("X-21 the requested currency is used, or CAD", () => {
		expect(planCharge(command({ request: { currency: "USD" } }), card, given).currency).toBe("USD");
		expect(planCharge(command(), card, given).currency).toBe("CAD");
	});

	test.each([
		["EUR", ["CAD", "USD"]],
		["CAD", ["USD"]],
		[undefined, ["USD"]],
		["USD", []],
	])("X-21 the currency %s is refused when %j are enabled", (currency, currencies) => {
		let problem: unknown;
		try {
			planCharge(command({ request: { currency }, merchant: { currencies } }), card, given);
		} catch (error) {
			problem = error;
		}
		expect(problem).toBeInstanceOf(Problem);
		expect(problem).toMatchObject({ code: "BAD_REQUEST", errors: [{ field: "currency" }] });
		for (const enabled of currencies) expect((problem as Problem).message).toContain(enabled);
	});

	test("X-04 merchant, channel and user come from the access token alone", () => {
		const forged = { merchant_id: 8, channel: "VT", user_id: 9, captured: false, test_mode: false, status: "APPROVED" };
		const request = { ...storedCardChargeRequestSchema.parse({ amount: 10.99 }), ...forged };
		expect(planCharge({ ...command(), request }, card, given)).toEqual(planCharge(command(), card, given));
	});

	test("P-02 the planned row has neither number nor security code nor token", () => {
		const token = `ct1${"A".repeat(142)}`;
		const planned = JSON.stringify(planCharge(command({ request: { token } }), card, given));
		expect(planned).not.toContain("ct1");
		const request = {
			token: undefined,
			card_number: "4111111111111111",
			card_expiry_month: "08",
			card_expiry_year: "31",
			cvv2: "937",
		};
		const { token: _none, ...fields } = request;
		const inTheClear = { ...command(), request: chargeRequestSchema.parse({ amount: 31, ...fields }) };
		expect(JSON.stringify(planCharge(inTheClear, card, given))).not.toMatch(/4111|937/);
	});
});
