import type { Approval, ProcessorRequest } from "@cardseal/vault";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inquiryAbout, newCharge, newModification } from "../../../../test/fixtures/payments/processor-requests.ts";
import { type Adyen, account, startAdyen } from "../test-support/adyen.ts";
import { createAdyen } from "./adapter.ts";

let adyen: Adyen;
let usual: Adyen["switches"];
let processor: ReturnType<typeof createAdyen>;

beforeAll(async () => {
	adyen = await startAdyen();
	usual = { ...adyen.switches };
	processor = createAdyen({ url: adyen.network.url });
});
afterEach(() => {
	Object.assign(adyen.switches, usual);
});
afterAll(() => adyen.stop());

const submit = (request: ProcessorRequest) => processor.submit(request, account);

async function sent(request: ProcessorRequest) {
	const outcome = await submit(request);
	const { body = "", path = "" } = adyen.network.received.at(-1) ?? {};
	return { outcome, path, body: JSON.parse(body) };
}

describe("a charge", () => {
	test("sends card, payer and statement as Adyen wants them", async () => {
		const { body, outcome } = await sent(newCharge({ statementText: "Café <Zoë's>, open", invoiceId: "INV-1" }));
		expect(outcome).toMatchObject({ result: "approved", avsResult: "MATCH", cvvResult: "MATCH", amountCents: 12_34 });
		expect(body).toEqual({
			merchantAccount: account.merchant_account,
			reference: expect.any(String),
			amount: { value: 12_34, currency: "CAD" },
			paymentMethod: {
				type: "scheme",
				number: "4012888888881881",
				expiryMonth: expect.stringMatching(/^\d\d$/),
				expiryYear: expect.stringMatching(/^20\d\d$/),
				cvc: "937",
				holderName: "Ada Lovelace",
			},
			returnUrl: expect.any(String),
			authenticationData: { attemptAuthentication: "never" },
			shopperInteraction: "Ecommerce",
			captureDelayHours: 0,
			channel: "Web",
			billingAddress: {
				street: "King Street",
				houseNumberOrName: "1",
				city: "Toronto",
				country: "CA",
				postalCode: "M5V 1A1",
				stateOrProvince: "ON",
			},
			shopperEmail: "ada@example.com",
			shopperIP: "203.0.113.7",
			shopperStatement: "Cafe Zoe's , open",
			merchantOrderReference: "INV-1",
		});
	});

	test.each([
		[
			{ address1: "Hauptstraße 5a", country: "DE", province: null },
			{ street: "Hauptstraße", houseNumberOrName: "5a" },
		],
		[
			{ address1: null, country: null, province: null },
			{ street: "NA", houseNumberOrName: "NA", country: "ZZ" },
		],
		[
			{ country: "US", province: "ny", postalCode: "10039-1234" },
			{ postalCode: "10039", stateOrProvince: "NY" },
		],
		[{ country: "US", province: "New York" }, undefined],
		[{ address1: null, postalCode: null }, undefined],
	])("with the address %j sends %j", async (changes, address) => {
		const { payer } = newCharge();
		const { body, outcome } = await sent(newCharge({ payer: { ...payer, ...changes } }));
		expect(outcome.result).toBe("approved");
		if (address === undefined) expect(body.billingAddress).toBeUndefined();
		else expect(body.billingAddress).toMatchObject(address);
	});

	test.each([
		[null, undefined],
		["李 <>", undefined],
		["№7", "No7"],
		["A".repeat(30), "A".repeat(22)],
	])("with the statement text %j sends %j", async (statementText, shown) => {
		const { body, outcome } = await sent(newCharge({ statementText }));
		expect([outcome.result, body.shopperStatement]).toEqual(["approved", shown]);
	});

	const networkTransactionId = "MCC123456789012";
	const later = { use: "later", networkTransactionId } as const;
	const first = { use: "first", networkTransactionId: null } as const;
	const cases: [string, Parameters<typeof newCharge>[0], object][] = [
		[
			"the payer's first one of a subscription",
			{ storedCredential: { ...first, purpose: "recurring" }, payerReference: "payer-7" },
			{ shopperInteraction: "Ecommerce", recurringProcessingModel: "Subscription", shopperReference: "payer-7" },
		],
		[
			"the payer's later one",
			{ storedCredential: { ...later, purpose: "unscheduled" }, payerReference: null },
			{
				shopperInteraction: "ContAuth",
				shopperReference: expect.stringMatching(/^ref\d+$/),
				recurringProcessingModel: "CardOnFile",
				additionalData: { networkTxReference: networkTransactionId },
			},
		],
		[
			"an open payment of a subscription, made by the payer",
			{ storedCredential: { ...later, purpose: "recurring" } },
			{ shopperInteraction: "ContAuth", recurringProcessingModel: "CardOnFile" },
		],
		[
			"a reservation, made by the payer",
			{ storedCredential: { ...first, purpose: "no_show" } },
			{ shopperInteraction: "Ecommerce", recurringProcessingModel: "UnscheduledCardOnFile" },
		],
		[
			"a renewal",
			{ storedCredential: { ...later, purpose: "recurring" }, initiatedBy: "merchant", commerce: "recurring" },
			{
				shopperInteraction: "ContAuth",
				recurringProcessingModel: "Subscription",
				storePaymentMethod: false,
				additionalData: { networkTxReference: networkTransactionId },
			},
		],
		[
			"a top-up",
			{ storedCredential: { ...later, purpose: "unscheduled" }, initiatedBy: "merchant" },
			{ shopperInteraction: "ContAuth", recurringProcessingModel: "UnscheduledCardOnFile" },
		],
		[
			"an instalment",
			{ storedCredential: { ...later, purpose: "instalment" }, initiatedBy: "merchant" },
			{ recurringProcessingModel: "Subscription", industryUsage: "installment" },
		],
		[
			"a guest who did not come, as an authorization",
			{ storedCredential: { ...later, purpose: "no_show" }, initiatedBy: "merchant", operation: "authorization" },
			{
				recurringProcessingModel: "UnscheduledCardOnFile",
				industryUsage: "noShow",
				additionalData: { manualCapture: "true", networkTxReference: networkTransactionId },
			},
		],
		["a telephone order", { commerce: "moto" }, { shopperInteraction: "Moto" }],
	];
	test.each(cases)("of %s says so", async (_, changes, expected) => {
		const { body, outcome } = await sent(newCharge(changes));
		expect(outcome.result).toBe("approved");
		expect(body).toMatchObject(expected);
	});

	test("that stores the card returns the network's reference", async () => {
		const storedCredential = { use: "first", purpose: "unscheduled", networkTransactionId: null } as const;
		expect(await submit(newCharge({ storedCredential }))).toMatchObject({
			networkTransactionId: expect.stringMatching(/./),
		});
	});

	describe("of a bank that wants the network's reference", () => {
		beforeEach(() => {
			adyen.switches.needsNetworkReference = true;
		});

		const first = { use: "first", purpose: "unscheduled", networkTransactionId: null } as const;
		const chargeLater = async (initiatedBy: "cardholder" | "merchant", id: string | undefined) => {
			const storedCredential = { use: "later", purpose: "recurring", networkTransactionId: id ?? null } as const;
			return submit(newCharge({ initiatedBy, storedCredential }));
		};

		test.each(["sale", "verification"] as const)("names the one of the %s that stored the card", async (operation) => {
			const amountCents = operation === "sale" ? 12_34 : 0;
			const stored = (await submit(newCharge({ operation, amountCents, storedCredential: first }))) as Approval;
			expect(await chargeLater("merchant", stored.networkTransactionId)).toMatchObject({ result: "approved" });
		});

		test("is declined without one, with what to arrange, and approved for a payer", async () => {
			adyen.switches.additionalData = false;
			const stored = (await submit(newCharge({ storedCredential: first }))) as Approval;
			expect(await chargeLater("merchant", stored.networkTransactionId)).toMatchObject({
				declineCode: "authentication_required",
				message: expect.stringContaining("Additional data"),
			});
			expect(await chargeLater("cardholder", stored.networkTransactionId)).toMatchObject({ result: "approved" });
		});
	});

	test("whose payer has to authenticate is declined, and cancelled at Adyen", async () => {
		adyen.switches.requiresAuthentication = true;
		const charge = newCharge();
		const { outcome, body, path } = await sent(charge);
		expect(outcome).toMatchObject({ result: "declined", declineCode: "authentication_required", declineClass: "soft" });
		expect(path).toMatch(/\/cancels$/);
		expect(body).toMatchObject({ paymentReference: charge.reference });
	});

	test("that is sent again with its key is carried out once", async () => {
		const charge = newCharge();
		expect(await submit(charge)).toEqual(await submit(charge));
		expect(await adyen.booked(charge.reference)).toHaveLength(1);
	});

	test("that the bank refuses without authentication is not cancelled", async () => {
		adyen.failNext("submit", { declined: "38" });
		const { outcome, path } = await sent(newCharge());
		expect(outcome).toMatchObject({ declineCode: "authentication_required", issuerCode: "38" });
		expect(path).toMatch(/\/payments$/);
	});

	test("without the additional data that Adyen sends on request is approved", async () => {
		adyen.switches.additionalData = false;
		expect(await submit(newCharge())).toMatchObject({ result: "approved", authorizationCode: "" });
	});
});

describe("a refusal", () => {
	test.each([
		["rawCards", "account_refused", /API PCI Payments/],
		["acquirer", "request_refused", /Request the payment method/],
	] as const)("of an account without %s names what to arrange", async (ability, declineCode, message) => {
		adyen.switches[ability] = false;
		expect(await submit(newCharge())).toMatchObject({
			result: "declined",
			declineClass: "configuration",
			declineCode,
			message: expect.stringMatching(message),
		});
	});

	test("of the request tells the merchant what Adyen said", async () => {
		const { payer } = newCharge();
		const outcome = await submit(newCharge({ payer: { ...payer, email: "nobody" } }));
		expect(outcome).toMatchObject({
			declineClass: "configuration",
			declineCode: "request_refused",
			message: "Adyen refused the request: shopperEmail is not valid (702).",
		});
	});

	test("that repeats the request is told without its words", async () => {
		adyen.failNext("submit", "echo");
		const outcome = await submit(newCharge());
		expect(outcome).toMatchObject({ declineCode: "request_refused", issuerCode: "702" });
		expect(JSON.stringify(outcome)).not.toMatch(/4012888888881881|AQE/);
	});

	test("of the account, when its fields are wrong, sends nothing", async () => {
		const earlier = adyen.network.received.length;
		for (const wrong of [{ live_prefix: "evil.example/" }, { environment: "production" }]) {
			const outcome = await processor.submit(newCharge(), { ...account, ...wrong });
			expect(outcome).toMatchObject({ declineClass: "configuration", declineCode: "account_refused" });
		}
		expect(adyen.network.received).toHaveLength(earlier);
	});
});

describe("a modification", () => {
	async function charged(changes: Parameters<typeof newCharge>[0] = {}) {
		const charge = newCharge(changes);
		const { processorTransactionId: id = "" } = await submit(charge);
		return { charge, id };
	}

	test("is sent with our reference as its key, and accepted", async () => {
		const { charge, id } = await charged({ operation: "authorization" });
		const capture = newModification("capture", charge, id);
		expect(await submit(capture)).toEqual({ result: "accepted", processorTransactionId: id });
		await submit(capture);
		expect(await adyen.booked(capture.reference)).toHaveLength(1);
	});

	test.each([
		["authorization", "cancels"],
		["sale", "reversals"],
	] as const)("that voids a %s uses %s", async (operation, endpoint) => {
		const { charge, id } = await charged({ operation });
		const { path, outcome } = await sent(newModification("void", charge, id));
		expect([outcome.result, path.split("/").at(-1)]).toEqual(["accepted", endpoint]);
	});

	test("of a payment whose id is not known is refused before it is sent", async () => {
		const earlier = adyen.network.received.length;
		expect(await submit(newModification("refund", newCharge(), null))).toMatchObject({
			declineCode: "request_refused",
		});
		expect(adyen.network.received).toHaveLength(earlier);
	});
});

describe("verifying an account", () => {
	const verify = (changes: Record<string, string> = {}) => processor.verify({ ...account, ...changes });

	test.each([
		["without the role for card numbers", "rawCards", /API PCI Payments/],
		["without cards", "cardsEnabled", /takes no cards/],
	] as const)("%s is refused", async (_, ability, message) => {
		await expect(verify()).resolves.toBeUndefined();
		adyen.switches[ability] = false;
		await expect(verify()).rejects.toMatchObject({ name: "AccountRefused", message: expect.stringMatching(message) });
	});

	test.each([
		[{ api_key: "AQEwrong" }, /API key/],
		[{ merchant_account: "Another" }, /merchant account/],
		[{ webhook_hmac_key: "short" }, /64 hexadecimal digits/],
		[{ report_api_key: "AQEwrong" }, /report service user/],
		[{ live_prefix: "" }, /live URL prefix/],
		[{ environment: "production" }, /live or test/],
	])("with %j says what to change", async (changes, message) => {
		const refusal = { name: "AccountRefused", message: expect.stringMatching(message) };
		await expect(verify(changes as Record<string, string>)).rejects.toMatchObject(refusal);
	});

	test("takes one with reports, or of the test system", async () => {
		await expect(verify({ report_api_key: adyen.reportApiKey })).resolves.toBeUndefined();
		await expect(verify({ environment: "test", live_prefix: "" })).resolves.toBeUndefined();
	});
});

describe("an inquiry", () => {
	const dayMs = 24 * 60 * 60 * 1000;
	const inquire = (...[request, changes]: Parameters<typeof inquiryAbout>) =>
		processor.inquire(inquiryAbout(request, changes), account);

	test("waits a day for the webhook, then wants the operator", async () => {
		const charge = newCharge();
		expect(await inquire(charge)).toMatchObject({ result: "unknown", isFinal: false });
		const requestedAt = Date.now() - dayMs;
		expect(await inquire(charge, { requestedAt })).toMatchObject({ result: "unknown", isFinal: true });
	});

	test("repeats that Adyen accepted a request", async () => {
		const accepted = { result: "accepted", processorTransactionId: "PSP1" };
		expect(await inquire(newCharge(), { processorTransactionId: "PSP1" })).toEqual(accepted);
	});

	test("wants the operator at once where no webhook can come", async () => {
		const { webhook_hmac_key: _, ...without } = account;
		expect(await processor.inquire(inquiryAbout(newCharge()), without)).toMatchObject({ isFinal: true });
	});
});
