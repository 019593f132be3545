import type { WebhookRequest } from "@cardseal/vault";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAdapter } from "../src/adapter.ts";
import { type Bridge, createBridge } from "../src/bridge.ts";
import { authorizedotnet } from "../src/connectors/authorizedotnet.ts";
import { checkout } from "../src/connectors/checkout.ts";
import { authorizedotnetSignature } from "../test-support/signatures.ts";

let bridge: Bridge;

beforeAll(() => {
	bridge = createBridge({ node: process.env.PRISM_NODE });
});
afterAll(() => bridge.stop());

const reference = "ref00000000000000001";
const signatureKey = "C0FFEE0123456789";
const account = { login_id: "5KP3simul", transaction_key: "346HZsimulated" };

async function read(request: WebhookRequest, key: Record<string, string> = { signature_key: signatureKey }) {
	const { readWebhook } = createAdapter(authorizedotnet, { bridge, webhookBridge: bridge });
	if (readWebhook === undefined) throw new Error("It reads no webhooks.");
	return await readWebhook(request, { ...account, ...key });
}

function webhook(eventType: string, responseCode = 1): WebhookRequest {
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
	const headers = {
		"content-type": "application/json",
		"x-anet-signature": authorizedotnetSignature(text, signatureKey),
	};
	return { headers, body: Buffer.from(text) };
}

const captured = "net.authorize.payment.authcapture.created";

describe("a webhook of Authorize.net", () => {
	test("tells the late outcome of a charge by our reference, with its amount", async () => {
		expect(await read(webhook(captured))).toEqual([
			{
				id: "n1",
				kind: "outcome",
				reference,
				operation: "charge",
				outcome: expect.objectContaining({ result: "approved", amountCents: 1234 }),
			},
		]);
	});

	test("is refused by another account's secret", async () => {
		await expect(read(webhook(captured), { signature_key: "AB".repeat(32) })).rejects.toThrow("signature is wrong");
	});

	test("is refused for an account without a secret", async () => {
		await expect(read(webhook(captured), {})).rejects.toThrow("no signature_key");
	});

	test("about anything but an approval tells nothing: the library takes each for a success", async () => {
		expect(await read(webhook(captured, 2))).toEqual([]);
		expect(await read(webhook("net.authorize.payment.refund.created"))).toEqual([]);
	});
});

test("a processor whose signature the library does not check gets no route for webhooks", () => {
	expect(createAdapter(checkout, { bridge, webhookBridge: bridge }).readWebhook).toBeUndefined();
});
