import type { DeclineClass } from "@cardseal/vault";
import { describe, expect, test } from "vitest";
import { answersAnother, outcomeOf } from "./record-outcome.ts";

const now = 1_795_219_200_000;

describe("outcomeOf", () => {
	test("an approval has the processor's code and id", () => {
		const outcome = {
			result: "approved",
			message: "Approved",
			authorizationCode: "012345",
			processorTransactionId: "p1",
		} as const;
		expect(outcomeOf(outcome, now)).toEqual({
			status: "APPROVED",
			message: "Approved",
			decline_class: null,
			decline_code: null,
			advice_code: null,
			card_testing_reason: null,
			avs_result: null,
			cvv_result: null,
			three_d_secure_status: null,
			three_d_secure_version: null,
			three_d_secure_eci: null,
			liability_shift: null,
			issuer_code: null,
			network_transaction_id: null,
			processor_auth_code: "012345",
			processor_transaction_id: "p1",
			capture_before: null,
			decided_at: now,
		});
	});

	test("P-08 has no card number that the processor's message repeats", () => {
		const message = "Card 4111 1111 1111 1111 was declined";
		const outcome = {
			result: "declined",
			message,
			declineClass: "soft",
			declineCode: "do_not_honour",
			processorTransactionId: "p1",
		} as const;
		expect(outcomeOf(outcome, now).message).toBe("Card [card number] was declined");
	});

	test("P-08 has no card number in the processor's codes, nor characters that cannot be stored", () => {
		const outcome = {
			result: "approved",
			message: `Appro\0ved ${"x".repeat(10_000)}`,
			authorizationCode: "4111111111111111",
			issuerCode: "card 4111111111111111",
			networkTransactionId: "n\x001",
			processorTransactionId: "p\x001",
		} as const;
		expect(outcomeOf(outcome, now)).toMatchObject({
			message: expect.stringMatching(/^Appro ved x{490}$/),
			processor_auth_code: "[card number]",
			issuer_code: "card [card number]",
			network_transaction_id: "n1",
			processor_transaction_id: "p1",
		});
	});

	test("keeps what the issuer checked, its own code and the network's id", () => {
		const outcome = {
			result: "declined",
			message: "Declined",
			declineClass: "soft",
			declineCode: "do_not_honour",
			avsResult: "NO_MATCH",
			cvvResult: "MATCH",
			issuerCode: "05",
			networkTransactionId: "012345678901234",
			processorTransactionId: "p1",
		} as const;
		expect(outcomeOf(outcome, now)).toMatchObject({
			avs_result: "NO_MATCH",
			cvv_result: "MATCH",
			three_d_secure_status: null,
			three_d_secure_version: null,
			three_d_secure_eci: null,
			liability_shift: null,
			issuer_code: "05",
			network_transaction_id: "012345678901234",
		});
	});

	test.each<DeclineClass>(["soft", "hard", "data"])("a %s decline has its class and no code", (declineClass) => {
		const outcome = {
			result: "declined",
			message: "Lost",
			declineClass,
			declineCode: "lost_card",
			processorTransactionId: "p1",
		} as const;
		expect(outcomeOf(outcome, now)).toEqual({
			status: "DECLINED",
			message: "Lost",
			decline_class: declineClass,
			decline_code: "lost_card",
			advice_code: null,
			card_testing_reason: null,
			avs_result: null,
			cvv_result: null,
			three_d_secure_status: null,
			three_d_secure_version: null,
			three_d_secure_eci: null,
			liability_shift: null,
			issuer_code: null,
			network_transaction_id: null,
			processor_auth_code: null,
			processor_transaction_id: "p1",
			capture_before: null,
			decided_at: now,
		});
	});

	test("S-09 the bank's advice on the next attempt is stored", () => {
		const outcome = outcomeOf(
			{
				result: "declined",
				message: "Declined",
				declineClass: "soft",
				declineCode: "do_not_honour",
				adviceCode: "24",
				processorTransactionId: "p1",
			},
			now,
		);
		expect(outcome.advice_code).toBe("24");
	});

	test("a transaction that the processor never received is a soft decline", () => {
		expect(outcomeOf({ result: "not_received" }, now)).toEqual({
			status: "DECLINED",
			message: "The processor never received this request.",
			decline_class: "soft",
			decline_code: "not_received",
			advice_code: null,
			card_testing_reason: null,
			avs_result: null,
			cvv_result: null,
			three_d_secure_status: null,
			three_d_secure_version: null,
			three_d_secure_eci: null,
			liability_shift: null,
			issuer_code: null,
			network_transaction_id: null,
			processor_auth_code: null,
			processor_transaction_id: null,
			capture_before: null,
			decided_at: now,
		});
	});

	test("F-11 a decline by card-testing protection has the columns of any decline, and the reason", () => {
		const words = { message: "Do not honour", declineClass: "soft" } as const;
		expect(outcomeOf({ result: "declined_as_card_testing", reason: "number_range", words }, now)).toEqual({
			status: "DECLINED",
			message: "Do not honour",
			decline_class: "soft",
			decline_code: "do_not_honour",
			advice_code: null,
			card_testing_reason: "number_range",
			avs_result: null,
			cvv_result: null,
			three_d_secure_status: null,
			three_d_secure_version: null,
			three_d_secure_eci: null,
			liability_shift: null,
			issuer_code: null,
			network_transaction_id: null,
			processor_auth_code: null,
			processor_transaction_id: null,
			capture_before: null,
			decided_at: now,
		});
	});
});

describe("answersAnother", () => {
	const requested = { amount_cents: 3_100, currency: "CAD" };
	const approval = { result: "approved", message: "", authorizationCode: "1", processorTransactionId: "p" } as const;

	test.each([
		["without an amount", {}, false],
		["of the same amount", { amountCents: 3_100, currency: "CAD" }, false],
		["of another amount", { amountCents: 310_000 }, true],
		["in another currency", { amountCents: 3_100, currency: "USD" }, true],
	])("an approval %s: %j", (_which, answer, expected) => {
		expect(answersAnother({ ...approval, ...answer }, requested)).toBe(expected);
	});
});
