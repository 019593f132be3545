import type { AccountSecrets, WebhookRequest } from "@cardseal/vault";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAdapter } from "../src/adapter.ts";
import { type Bridge, createBridge } from "../src/bridge.ts";
import type { Connector } from "../src/connector.ts";
import { adyen } from "../src/connectors/adyen.ts";
import { authorizedotnet } from "../src/connectors/authorizedotnet.ts";
import { bambora } from "../src/connectors/bambora.ts";
import { stripe } from "../src/connectors/stripe.ts";
import { adyenSignature, authorizedotnetSignature, stripeSignature } from "../test-support/signatures.ts";

let bridge: Bridge;

beforeAll(() => {
	bridge = createBridge({ node: process.env.PRISM_NODE });
});
afterAll(() => bridge.stop());

const reference = "ref00000000000000001";

const accounts: Record<string, AccountSecrets> = {
	stripe: { secret_key: "sk_test_simulated", webhook_secret: "whsec_simulated" },
	adyen: {
		api_key: "AQEsimulated",
		merchant_account: "ShopECOM",
		environment: "test",
		webhook_hmac_key: "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056",
	},
	authorizedotnet: { login_id: "5KP3simul", transaction_key: "346HZsimulated", signature_key: "C0FFEE0123456789" },
};

function accountOf({ name }: Connector): AccountSecrets {
	return accounts[name] ?? {};
}

async function read(connector: Connector, request: WebhookRequest, account = accountOf(connector)) {
	const { readWebhook } = createAdapter(connector, { bridge, webhookBridge: bridge });
	if (readWebhook === undefined) throw new Error("It reads no webhooks.");
	return await readWebhook(request, account);
}

const requestOf = (text: string, headers: Record<string, string> = {}): WebhookRequest => ({
	headers: { "content-type": "application/json", ...headers },
	body: Buffer.from(text),
});

function ofStripe(type: string, object: object): WebhookRequest {
	const text = JSON.stringify({ id: "evt_1", object: "event", type, created: 1, data: { object } });
	return requestOf(text, { "stripe-signature": stripeSignature(text, accounts.stripe?.webhook_secret ?? "") });
}

const intent = {
	id: "pi_1",
	object: "payment_intent",
	amount: 1234,
	amount_received: 1234,
	capture_method: "automatic",
	client_secret: "pi_1_secret",
	created: 1,
	currency: "cad",
	status: "succeeded",
	metadata: { order_id: reference },
	payment_method: "pm_1",
};

function ofAdyen(eventCode: string, success: "true" | "false", changes: object = {}): WebhookRequest {
	const item = {
		amount: { value: 1234, currency: "CAD" },
		eventCode,
		eventDate: "2026-11-23T10:00:00+01:00",
		merchantAccountCode: "ShopECOM",
		merchantReference: reference,
		originalReference: "PSP1",
		pspReference: "PSP2",
		reason: "",
		success,
	};
	const { amount, merchantAccountCode, merchantReference, originalReference, pspReference } = item;
	const signed = [pspReference, originalReference, merchantAccountCode, merchantReference];
	const hmacSignature = adyenSignature(
		[...signed, amount.value, amount.currency, eventCode, success],
		accounts.adyen?.webhook_hmac_key ?? "",
	);
	const sent = { ...item, additionalData: { hmacSignature }, ...changes };
	return requestOf(JSON.stringify({ live: "false", notificationItems: [{ NotificationRequestItem: sent }] }));
}

function ofAuthorizedotnet(eventType: string, responseCode = 1): WebhookRequest {
	const payload = {
		responseCode,
		authCode: "LZ6I19",
		avsResponse: "Y",
		authAmount: 12.34,
		entityName: "transaction",
		id: "60000001",
	};
	const text = JSON.stringify({
		notificationId: "n1",
		eventType,
		eventDate: "2026-11-23T10:00:00Z",
		webhookId: "w1",
		payload: { ...payload, merchantReferenceId: reference },
	});
	const signature = authorizedotnetSignature(text, accounts.authorizedotnet?.signature_key ?? "");
	return requestOf(text, { "x-anet-signature": signature });
}

const signed: [Connector, WebhookRequest][] = [
	[stripe, ofStripe("payment_intent.succeeded", intent)],
	[adyen, ofAdyen("AUTHORISATION", "true")],
	[authorizedotnet, ofAuthorizedotnet("net.authorize.payment.authcapture.created")],
];

describe.each(signed)("a webhook of $name", (connector, request) => {
	test("tells the late outcome of a charge by our reference, with its amount", async () => {
		expect(await read(connector, request)).toEqual([
			{
				id: expect.stringMatching(/./),
				kind: "outcome",
				reference,
				operation: "charge",
				outcome: expect.objectContaining({ result: "approved", amountCents: 1234 }),
			},
		]);
	});

	test("is refused by another account's secret", async () => {
		const field = connector.webhook?.secretField ?? "";
		const other = { ...accountOf(connector), [field]: "AB".repeat(32) };
		await expect(read(connector, request, other)).rejects.toThrow("signature is wrong");
	});

	test("is refused for an account without a secret", async () => {
		const field = connector.webhook?.secretField ?? "";
		const { [field]: _, ...account } = accountOf(connector);
		await expect(read(connector, request, account)).rejects.toThrow(`no ${field}`);
	});
});

describe("webhooks of Stripe", () => {
	test("tell declines and refunds", async () => {
		const error = { code: "card_declined", decline_code: "insufficient_funds", message: "No", type: "card_error" };
		const failed = ofStripe("payment_intent.payment_failed", {
			...intent,
			amount_received: 0,
			status: "requires_payment_method",
			last_payment_error: error,
		});
		expect(await read(stripe, failed)).toMatchObject([
			{ outcome: { result: "declined", declineCode: "insufficient_funds", issuerCode: "insufficient_funds" } },
		]);
		const refund = {
			id: "re_1",
			created: 1,
			object: "refund",
			amount: 500,
			currency: "cad",
			status: "succeeded",
			payment_intent: "pi_1",
		};
		const refunded = ofStripe("charge.refund.updated", { ...refund, metadata: { order_id: reference } });
		expect(await read(stripe, refunded)).toMatchObject([
			{ reference, outcome: { result: "approved", processorTransactionId: "pi_1/re_1", amountCents: 500 } },
		]);
	});

	test("about a capture, or about no request of ours, tell nothing", async () => {
		const captured = { ...intent, capture_method: "manual", amount_received: 1000 };
		expect(await read(stripe, ofStripe("payment_intent.succeeded", captured))).toEqual([]);
		expect(await read(stripe, ofStripe("payment_intent.succeeded", { ...intent, metadata: {} }))).toEqual([]);
		expect(await read(stripe, ofStripe("payment_intent.canceled", { ...intent, status: "canceled" }))).toEqual([]);
	});
});

describe("webhooks of Adyen", () => {
	test.each([
		["AUTHORISATION", "false", "declined", "PSP1"],
		["CAPTURE", "true", "approved", "PSP1"],
		["CAPTURE", "false", "declined", "PSP1"],
		["CANCELLATION", "true", "approved", "PSP1"],
		["REFUND", "true", "approved", "PSP1/PSP2"],
		["REFUND", "false", "declined", "PSP1/PSP2"],
	] as const)("%s, %s: %s", async (code, success, result, processorTransactionId) => {
		expect(await read(adyen, ofAdyen(code, success))).toMatchObject([
			{ reference, outcome: { result, processorTransactionId } },
		]);
	});

	test("about disputes tell nothing yet", async () => {
		expect(await read(adyen, ofAdyen("CHARGEBACK", "true"))).toEqual([]);
	});
});

describe("webhooks of Authorize.net", () => {
	test("about anything but an approval tell nothing: the library takes each for a success", async () => {
		expect(await read(authorizedotnet, ofAuthorizedotnet("net.authorize.payment.authcapture.created", 2))).toEqual([]);
		expect(await read(authorizedotnet, ofAuthorizedotnet("net.authorize.payment.refund.created"))).toEqual([]);
	});
});

test("a processor whose signature the library does not check gets no route for webhooks", () => {
	expect(createAdapter(bambora, { bridge, webhookBridge: bridge }).readWebhook).toBeUndefined();
});
