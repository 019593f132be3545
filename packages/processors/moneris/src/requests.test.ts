import type { ChargeRequest } from "@cardseal/vault";
import { numbersOf } from "@cardseal/vault/processors";
import { expect, test } from "vitest";
import { bodies } from "../test-support/description.ts";
import { newCharge } from "../test-support/requests.ts";
import { chargeCall } from "./requests.ts";

function bodyOf(changes: Partial<ChargeRequest>) {
	const request = newCharge(changes);
	const { body } = chargeCall(request, numbersOf(request.card));
	return JSON.parse(JSON.stringify(body));
}

const purposes = ["recurring", "instalment", "unscheduled", "no_show"] as const;

test("the indicators of stored cards are the documented ones", () => {
	const indicators = purposes.flatMap((purpose) =>
		(["first", "later"] as const).flatMap((use) =>
			(["cardholder", "merchant"] as const).map((initiatedBy) => {
				const storedCredential = { use, purpose, networkTransactionId: use === "later" ? "016153570198200" : null };
				const { paymentMethod } = bodyOf({ initiatedBy, storedCredential });
				const { paymentIndicator, paymentInformation } = paymentMethod.credentialOnFileInformation;
				return `${purpose} ${use} ${initiatedBy}: ${paymentIndicator} ${paymentInformation} ${paymentMethod.storePaymentMethod}`;
			}),
		),
	);
	expect(indicators).toEqual([
		"recurring first cardholder: RECURRING FIRST MERCHANT_INITIATED",
		"recurring first merchant: RECURRING FIRST MERCHANT_INITIATED",
		"recurring later cardholder: CUSTOMER_INITIATED SUBSEQUENT DO_NOT_STORE",
		"recurring later merchant: RECURRING SUBSEQUENT DO_NOT_STORE",
		"instalment first cardholder: RECURRING FIRST MERCHANT_INITIATED",
		"instalment first merchant: RECURRING FIRST MERCHANT_INITIATED",
		"instalment later cardholder: CUSTOMER_INITIATED SUBSEQUENT DO_NOT_STORE",
		"instalment later merchant: RECURRING SUBSEQUENT DO_NOT_STORE",
		"unscheduled first cardholder: UNSCHEDULED_CREDENTIAL_ON_FILE FIRST MERCHANT_INITIATED",
		"unscheduled first merchant: UNSCHEDULED_CREDENTIAL_ON_FILE FIRST MERCHANT_INITIATED",
		"unscheduled later cardholder: CUSTOMER_INITIATED SUBSEQUENT DO_NOT_STORE",
		"unscheduled later merchant: MERCHANT_INITIATED SUBSEQUENT DO_NOT_STORE",
		"no_show first cardholder: UNSCHEDULED_CREDENTIAL_ON_FILE FIRST MERCHANT_INITIATED",
		"no_show first merchant: UNSCHEDULED_CREDENTIAL_ON_FILE FIRST MERCHANT_INITIATED",
		"no_show later cardholder: CUSTOMER_INITIATED SUBSEQUENT DO_NOT_STORE",
		"no_show later merchant: MERCHANT_INITIATED SUBSEQUENT DO_NOT_STORE",
	]);
});

test("a merchant's charge has no security code, even if there is one", () => {
	expect(bodyOf({ initiatedBy: "merchant" }).paymentMethod.card).not.toHaveProperty("cardSecurityCode");
});

test("a stored card without its code is charged by Moneris' id of it, also for a payer who is there", () => {
	const networkTransactionId = "016153570198200.pm0105ARZ3NDEKTSV4RRFFQ69G5FAV";
	const storedCredential = { use: "later", purpose: "unscheduled", networkTransactionId } as const;
	const request = newCharge({ storedCredential });
	const { body } = chargeCall(request, { ...numbersOf(request.card), securityCode: undefined });
	expect(bodies.payment.safeParse(JSON.parse(JSON.stringify(body))).error).toBeUndefined();
	expect(body.paymentMethod).toEqual({
		paymentMethodSource: "PAYMENT_METHOD_ID",
		paymentMethodId: "pm0105ARZ3NDEKTSV4RRFFQ69G5FAV",
		credentialOnFileInformation: {
			paymentIndicator: "CUSTOMER_INITIATED",
			paymentInformation: "SUBSEQUENT",
			issuerId: "016153570198200",
		},
	});
});

test.each([
	["Café Ñandú & Söhne <Toronto>", "Cafe Nandu Sohne Tor"],
	["李", undefined],
	["  ", undefined],
	[null, undefined],
])("the statement text %j becomes %j", (statementText, descriptor) => {
	expect(bodyOf({ statementText }).dynamicDescriptor).toBe(descriptor);
});

test("an address is split as Moneris wants it", () => {
	expect(bodyOf({}).paymentMethod.billingAddress).toEqual({
		streetNumber: "12B",
		streetName: "King Street West",
		city: "Toronto",
		province: "ON",
		postalCode: "M5V 1A1",
		country: "CA",
	});
});

test.each([
	[{ country: "CA", province: "ON" }, true],
	[{ country: "FR", province: "75C" }, true],
	[{ country: "ca", province: "ON" }, false],
	[{ country: "QX", province: "ON" }, false],
	[{ country: "CAN", province: "ON" }, false],
	[{ country: "CA", province: "on" }, false],
	[{ country: "CA", province: "CA-ON" }, false],
])("Moneris' description takes an address in %j: %s", (place, isTaken) => {
	const { paymentMethod, ...body } = bodyOf({});
	const billingAddress = { ...paymentMethod.billingAddress, ...place };
	const sent = { ...body, paymentMethod: { ...paymentMethod, billingAddress } };
	expect(bodies.payment.safeParse(sent).success).toBe(isTaken);
});

test("values that Moneris does not take are left out, and the rest is taken", () => {
	const { payer } = newCharge();
	const long = "x".repeat(400);
	const body = bodyOf({
		payer: {
			...payer,
			firstName: long,
			lastName: null,
			company: long,
			email: "no address",
			telephone: "416 555 1234",
			address1: long,
			address2: long,
			city: long,
			province: "Ontario",
			postalCode: long,
			ipAddress: "2001:db8::7",
		},
		payerReference: long,
		invoiceId: long,
	});
	expect(bodies.payment.safeParse(body).error).toBeUndefined();
	expect(body).toMatchObject({ ipv6: "2001:db8::7" });
	expect(body.paymentMethod).not.toHaveProperty("contactDetails");
});

test.each([
	["ecommerce", "unscheduled", "SSL_MERCHANT"],
	["moto", "unscheduled", "MAIL_TELEPHONE_ORDER_SINGLE"],
	["recurring", "recurring", "MAIL_TELEPHONE_ORDER_RECURRING"],
	["recurring", "instalment", "MAIL_TELEPHONE_ORDER_INSTALMENT"],
] as const)("%s, %s has the indicator %s", (commerce, purpose, indicator) => {
	const storedCredential = { use: "later", purpose, networkTransactionId: null } as const;
	expect(bodyOf({ commerce, storedCredential }).ecommerceIndicator).toBe(indicator);
});
