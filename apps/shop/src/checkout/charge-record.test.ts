import { CallError, type Schemas } from "@cardseal/client";
import { describe, expect, test } from "vitest";
import type { Attempt } from "../orders/order.ts";
import { splitName } from "../saved-cards/saved-cards.ts";
import { chargeOutcome, failedOutcome } from "./charge-record.ts";

type TransactionRecord = Schemas["TransactionRecord"];

const record = {
	transaction_id: "t1",
	amount: 17.5,
	invoice_id: "K3M9-XP2T",
	transaction_result: "APPROVED",
	transaction_success: true,
	transaction_type: "sale",
	decline_code: null,
	transaction_time: 1_700_000_000_000,
	card_type: "Visa",
	card_last4: "1111",
};
const attempts: Attempt[] = [
	{ id: "a1", outcome: { kind: "unknown", transactionId: "t0" } },
	{ id: "a2", outcome: { kind: "unknown", transactionId: null } },
].map((attempt) => ({ ...attempt, startedAt: 0, method: "card", name: "", email: "", customerId: null }) as Attempt);
const order = { id: "K3M9XP2T01", amountCents: 1750, hold: false, attempts };

function outcome(changes: object = {}, of = order, attemptId = "a2") {
	return chargeOutcome({ ...record, ...changes } as TransactionRecord, of, attemptId);
}

describe("a transaction record", () => {
	test("B-06 is shown with the last four digits of the card, zeros included", () => {
		expect(outcome({ card_last4: "0005" })).toMatchObject({ card: { brand: "Visa", suffix: "0005" } });
	});

	test("is paid only when it is approved and successful", () => {
		expect(outcome().kind).toBe("paid");
		expect(outcome({ transaction_success: false }).kind).toBe("unknown");
	});

	test("is unknown while it is pending, with the id to ask by", () => {
		const pending = { transaction_result: "PENDING", transaction_success: false };
		expect(outcome(pending)).toEqual({ kind: "unknown", transactionId: "t1" });
	});

	test("is unknown while its payer is to confirm it with the bank, and says where", () => {
		const next_action = { type: "challenge", url: "https://pay.example/pay/authenticate/t1/x", expires_at: 1 };
		const pending = { transaction_result: "PENDING", transaction_success: false, next_action };
		expect(outcome(pending)).toEqual({ kind: "unknown", transactionId: "t1", bankUrl: next_action.url });
	});

	test.each([
		["insufficient_funds", "funds"],
		["expired_card", "expired"],
		["incorrect_cvv", "security_code"],
		["cvv_mismatch", "security_code"],
		["avs_mismatch", "address"],
		["authentication_failed", "bank_check"],
		["do_not_honour", "general"],
		["processing_error", "not_processed"],
		["not_received", "not_received"],
		["a_code_of_next_year", "general"],
		[null, "general"],
		// F-16 not told to a person who may have stolen it.
		["lost_card", "general"],
		["stolen_card", "general"],
	])("F-16 declined with %j is shown as %s", (code, reason) => {
		const declined = { transaction_result: "DECLINED", transaction_success: false, decline_code: code };
		expect(outcome(declined)).toMatchObject({ kind: "declined", reason });
	});

	test.each([
		["another amount", {}, { ...order, amountCents: 1751 }],
		["another attempt", { transaction_id: "t0" }, order],
		["another order", { invoice_id: "K3M9-XP2U" }, order],
		["no order", { invoice_id: null }, order],
		["a hold, where a sale was asked for", { transaction_type: "authorization" }, order],
		["a sale, where a hold was asked for", {}, { ...order, hold: true }],
	])("of %s is not believed", (_what, changes, of) => {
		expect(outcome(changes, of)).toEqual({ kind: "unknown", transactionId: null });
	});

	test("of a hold is held", () => {
		expect(outcome({ transaction_type: "authorization" }, { ...order, hold: true }).kind).toBe("held");
	});

	test("is compared in cents, without rounding errors", () => {
		for (let amountCents = 1; amountCents <= 100_000; amountCents += 7) {
			expect(outcome({ amount: amountCents / 100 }, { ...order, amountCents }).kind).toBe("paid");
		}
	});
});

test.each([
	[{ status: 400 }, "refused"],
	[{ status: 401 }, "refused"],
	[{ status: 403 }, "refused"],
	[{ status: 404 }, "refused"],
	[{ status: 422 }, "refused"],
	[{ status: 429 }, "not_sent"],
	[{ status: 503 }, "not_sent"],
	[{}, "not_sent"],
	[{ status: 400, outcomeUnknown: true }, undefined],
	[{ status: 409, outcomeUnknown: true }, undefined],
	[{ status: 500, outcomeUnknown: true }, undefined],
	[{ outcomeUnknown: true }, undefined],
])("a call that failed with %j means: not charged, %s, or an unknown outcome", (details, why) => {
	const error = new CallError("BAD_REQUEST", "Do this.", { outcomeUnknown: false, idempotencyKey: "k", ...details });
	const unknown = { kind: "unknown", transactionId: null };
	expect(failedOutcome(error)).toEqual(why === undefined ? unknown : { kind: "not_charged", why });
});

test.each([
	["Ana María López", { first_name: "Ana María", last_name: "López" }],
	["Ana López", { first_name: "Ana", last_name: "López" }],
	["Ana", { first_name: "Ana", last_name: null }],
])("the name %s is split at its last space", (name, parts) => {
	expect(splitName(name)).toEqual(parts);
});
