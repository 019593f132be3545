import { numbersOf } from "@cardseal/vault/processors";
import { describe, expect, test } from "vitest";
import {
	type ChargeRequest,
	inquiryAbout,
	newCharge,
	newModification,
	newStoredCharge,
} from "../test-support/requests.ts";
import type { Connector } from "./connector.ts";
import { authorizedotnet } from "./connectors/authorizedotnet.ts";
import { checkout } from "./connectors/checkout.ts";
import { refundIdOf } from "./ids.ts";
import { at } from "./json.ts";
import { chargeOf, hasCents, inquiryOf, modificationOf } from "./requests.ts";

const asked = (connector: Connector, request: ChargeRequest) => chargeOf(connector, request, numbersOf(request.card));

describe("a charge", () => {
	test("carries our reference, whole cents, the card and the payer", () => {
		const { flow, request } = asked(authorizedotnet, newCharge({ reference: "r1" }));
		expect(flow).toBe("authorize");
		expect(request).toMatchObject({
			merchantTransactionId: "r1",
			merchantOrderId: "r1",
			captureMethod: "AUTOMATIC",
			amount: { minorAmount: 1234, currency: "CAD" },
			paymentMethod: {
				card: {
					cardExpMonth: { value: "08" },
					cardExpYear: { value: "2030" },
					cardHolderName: { value: "Ada Lovelace" },
				},
			},
			address: { billingAddress: { zipCode: { value: "M5V 1A1" }, countryAlpha2Code: "CA" } },
			browserInfo: { ipAddress: "203.0.113.7" },
		});
	});

	test("leaves unknown details of the payer out", () => {
		const nobody = Object.fromEntries(Object.keys(newCharge().payer).map((key) => [key, null]));
		const { request } = asked(authorizedotnet, newCharge({ payer: nobody as unknown as ChargeRequest["payer"] }));
		expect(request).toMatchObject({ customer: {}, address: { billingAddress: {} }, browserInfo: {} });
		expect(at(request, "paymentMethod", "card")).not.toHaveProperty("cardHolderName");
	});

	test("of an authorization is not captured", () => {
		expect(asked(checkout, newCharge({ operation: "authorization" })).request).toMatchObject({
			captureMethod: "MANUAL",
		});
	});

	test("by the merchant carries no security code, even if one is there", () => {
		const { request, hasSecurityCode } = asked(authorizedotnet, newStoredCharge("123456789012345"));
		expect(hasSecurityCode).toBe(false);
		expect(at(request, "paymentMethod", "card", "cardCvc")).toEqual({ value: "" });
	});

	test("of a stored card names the network's id of its first charge", () => {
		const { flow, request } = asked(checkout, newStoredCharge("123456789012345"));
		expect(flow).toBe("charge");
		expect(request).toMatchObject({
			connectorRecurringPaymentId: { networkMandateId: { networkTransactionId: "123456789012345" } },
			offSession: true,
			mitCategory: "RECURRING_MIT",
		});
		expect(at(request, "paymentMethod", "cardDetailsForNetworkTransactionId")).not.toHaveProperty("cardCvc");
	});

	test("of a stored card without that id is an ordinary one", () => {
		expect(asked(checkout, newStoredCharge(null)).flow).toBe("authorize");
	});

	test("without an amount verifies the card, or authorises 0", () => {
		const verification = newCharge({ operation: "verification", amountCents: 0 });
		expect(asked(checkout, verification).flow).toBe("setup_recurring");
		expect(asked(authorizedotnet, verification)).toMatchObject({
			flow: "authorize",
			request: { captureMethod: "MANUAL" },
		});
	});
});

test("only currencies with hundredths are charged: the library counts whole yen, and thousandths of dinars", () => {
	expect(["CAD", "USD", "EUR", "GBP", "JPY", "KRW", "KWD", "CLF"].filter(hasCents)).toEqual([
		"CAD",
		"USD",
		"EUR",
		"GBP",
	]);
});

describe("a modification", () => {
	test("names the original by the processor's id, and itself by our reference", () => {
		const capture = newModification("capture", "p1", 500);
		expect(modificationOf(capture)).toMatchObject({
			flow: "capture",
			request: {
				connectorTransactionId: "p1",
				merchantCaptureId: capture.reference,
				amountToCapture: { minorAmount: 500, currency: "CAD" },
			},
		});
		expect(modificationOf(newModification("void", "p1"))).toMatchObject({
			flow: "void",
			request: { connectorTransactionId: "p1" },
		});
		expect(modificationOf(newModification("refund", "p1", 200))).toMatchObject({
			flow: "refund",
			request: { refundAmount: { minorAmount: 200 }, paymentAmount: 1234 },
		});
	});
});

describe("an inquiry", () => {
	test("asks by the processor's id, and by nothing else where it does not know our reference", () => {
		const sale = newCharge();
		expect(inquiryOf(checkout, inquiryAbout(sale, "pay_1"))).toMatchObject({
			flow: "get",
			request: { connectorTransactionId: "pay_1" },
		});
		expect(inquiryOf(checkout, inquiryAbout(sale, null))).toBeUndefined();
		expect(inquiryOf({ ...checkout, lookup: "none" }, inquiryAbout(sale, "pay_1"))).toBeUndefined();
	});

	test("asks by our reference where the processor knows it, but not after a capture or void", () => {
		const finder: Connector = { ...checkout, lookup: "reference" };
		const sale = newCharge();
		expect(inquiryOf(finder, inquiryAbout(sale, null))?.request).toMatchObject({
			merchantTransactionId: sale.reference,
		});
		expect(inquiryOf(finder, inquiryAbout(newModification("capture", "p1"), null))).toBeUndefined();
		expect(inquiryOf(finder, inquiryAbout(newModification("void", "p1"), null))).toBeUndefined();
	});

	test("finds a refund by its original and its own id", () => {
		const refund = newModification("refund", "p1");
		expect(inquiryOf(checkout, inquiryAbout(refund, refundIdOf("p/1", "act_1")))?.request).toMatchObject({
			connectorTransactionId: "p/1",
			connectorRefundId: "act_1",
		});
	});
});
