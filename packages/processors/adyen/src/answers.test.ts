import { describe, expect, test } from "vitest";
import { newCharge } from "../../../../test/fixtures/payments/processor-requests.ts";
import { chargeOutcomeOf, modificationAnswerOf } from "./answers.ts";

const charge = newCharge();
const answerOf = (changes: object) =>
	chargeOutcomeOf(
		{ resultCode: "Refused", pspReference: "PSP1", merchantReference: charge.reference, ...changes },
		charge,
	);

describe("a decline", () => {
	test.each([
		["2", "05 : Do not honor", "do_not_honour", "soft"],
		["2", "51 : Insufficient funds", "insufficient_funds", "soft"],
		["2", "1A : Additional customer authentication required", "authentication_required", "soft"],
		["5", "43 : Stolen card, pick up", "stolen_card", "hard"],
		["5", "41 : Lost card", "lost_card", "hard"],
		["5", undefined, "not_permitted", "hard"],
		["6", "54 : Expired card", "expired_card", "hard"],
		["24", "N7 : CVV2 mismatch", "incorrect_cvv", "data"],
		["4", "41 : Lost card", "processing_error", "soft"],
	])("with Adyen's code %s and the bank's %j is %s", (code, refusalReasonRaw, declineCode, declineClass) => {
		const additionalData = refusalReasonRaw === undefined ? {} : { refusalReasonRaw };
		const outcome = answerOf({ refusalReasonCode: code, refusalReason: "Words", additionalData });
		expect(outcome).toMatchObject({ result: "declined", declineCode, declineClass, issuerCode: code });
	});

	test.each([
		["01 : New account information available", undefined, "soft"],
		["03 : Do not try again", "03", "hard"],
		["21 : Payment cancellation", "21", "hard"],
		["25 : Retry after 24 hours", "25", "soft"],
	])("with the network's advice %j", (merchantAdviceCode, adviceCode, declineClass) => {
		const outcome = answerOf({ refusalReasonCode: "12", additionalData: { merchantAdviceCode } });
		expect(outcome).toMatchObject({ declineClass, ...(adviceCode !== undefined && { adviceCode }) });
		expect("adviceCode" in outcome).toBe(adviceCode !== undefined);
	});

	test("has the results of address and code", () => {
		const additionalData = { avsResult: "2 Neither postal code nor address match", cvcResult: "2 Doesn't match" };
		const outcome = answerOf({ refusalReasonCode: "2", additionalData });
		expect(outcome).toMatchObject({ avsResult: "NO_MATCH", cvvResult: "NO_MATCH" });
	});

	test.each(["Cancelled", "Error"])("is what Adyen calls %s", (resultCode) => {
		expect(answerOf({ resultCode })).toMatchObject({ result: "declined", declineClass: "soft" });
	});
});

describe("an answer", () => {
	test.each(["Pending", "Received"])("of %s is accepted", (resultCode) => {
		expect(answerOf({ resultCode })).toEqual({ result: "accepted", processorTransactionId: "PSP1" });
	});

	test("of a part shows that part", () => {
		const amount = { value: 5_00, currency: "CAD" };
		expect(answerOf({ resultCode: "PartiallyAuthorised", amount })).toMatchObject({ amountCents: 5_00 });
	});

	test.each([
		{ resultCode: "Authorised", merchantReference: "another" },
		{ resultCode: "Authorised", pspReference: undefined },
		{ resultCode: "PresentToShopper" },
		{ resultCode: "AuthenticationFinished" },
		{ resultCode: undefined },
		{ resultCode: "Authorised", amount: { value: "12.34", currency: "CAD" } },
	])("%j decides nothing", (changes) => {
		expect(() => answerOf(changes)).toThrow("Adyen");
	});

	test.each([{ status: "rejected" }, { paymentPspReference: "PSP2" }, { reference: "another" }, { pspReference: "" }])(
		"to a refund with %j decides nothing",
		(changes) => {
			const about = { reference: "sale", operation: "sale", amountCents: 12_34, authorizationCode: null } as const;
			const original = { ...about, processorTransactionId: "PSP1" };
			const request = {
				reference: "refund",
				operation: "refund",
				amountCents: 1_00,
				currency: "CAD",
				original,
			} as const;
			const answer = { status: "received", pspReference: "PSP9", paymentPspReference: "PSP1", reference: "refund" };
			expect(modificationAnswerOf(answer, request)).toMatchObject({
				result: "accepted",
				processorTransactionId: "PSP9",
			});
			expect(() => modificationAnswerOf({ ...answer, ...changes }, request)).toThrow("Adyen");
		},
	);
});
