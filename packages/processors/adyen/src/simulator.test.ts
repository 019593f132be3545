import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newCharge, newModification } from "../../../../test/fixtures/payments/processor-requests.ts";
import { type Adyen, account, startAdyen } from "../test-support/adyen.ts";
import { createAdyen } from "./adapter.ts";

let adyen: Adyen;
let sent: Record<string, unknown>;

beforeAll(async () => {
	adyen = await startAdyen();
	await createAdyen({ url: adyen.network.url }).submit(newCharge({ statementText: "Shop" }), account);
	sent = JSON.parse(adyen.network.received.at(-1)?.body ?? "");
});
afterAll(() => adyen.stop());

async function answerTo(path: string, body: object, headers: Record<string, string> = {}) {
	const response = await fetch(`${adyen.network.url}/v72/${path}`, {
		method: "POST",
		headers: { "X-API-Key": account.api_key, "Content-Type": "application/json", ...headers },
		body: JSON.stringify(body),
	});
	const { errorCode } = (await response.json()) as { errorCode?: string };
	return [response.status, errorCode];
}

const card = (changes: object) => ({ paymentMethod: { ...(sent.paymentMethod as object), ...changes } });
const address = (changes: object) => ({ billingAddress: { ...(sent.billingAddress as object), ...changes } });
const contAuth = { shopperInteraction: "ContAuth", additionalData: { networkTxReference: "1" } };

test.each([
	["nothing wrong", () => ({}), [200, undefined]],
	["an unknown field", () => ({ statement_descriptor: "Shop" }), [400, "702"]],
	["an unknown field of the card", () => card({ securityCode: "123" }), [400, "702"]],
	["unknown additional data", () => ({ additionalData: { executeThreeD: "false" } }), [422, "702"]],
	["no return address", () => ({ returnUrl: undefined }), [422, "14_030"]],
	["no reference", () => ({ reference: undefined }), [422, "130"]],
	["another merchant account", () => ({ merchantAccount: "Another" }), [403, "901"]],
	["a wrong card number", () => card({ number: "4012888888881882" }), [422, "101"]],
	["two digits of a year", () => card({ expiryYear: "30" }), [422, "140"]],
	["an empty security code", () => card({ cvc: "" }), [422, "702"]],
	["a number for a text", () => card({ expiryMonth: 3 }), [422, "702"]],
	["a negative amount", () => ({ amount: { value: -1, currency: "CAD" } }), [422, "137"]],
	["a part of a cent", () => ({ amount: { value: 1.5, currency: "CAD" } }), [422, "702"]],
	["a part of an address", () => address({ city: undefined }), [422, "104"]],
	["no province in Canada", () => address({ stateOrProvince: undefined }), [422, "135"]],
	["a long postal code in the US", () => address({ country: "US", postalCode: "10039-1234" }), [422, "104"]],
	["a statement with letters that Adyen refuses", () => ({ shopperStatement: "Café" }), [422, "702"]],
	["a long statement", () => ({ shopperStatement: "A".repeat(23) }), [422, "702"]],
	["a network reference without a model", () => contAuth, [422, "702"]],
	["a model without a payer", () => ({ recurringProcessingModel: "Subscription" }), [422, "139"]],
	["an unknown model", () => ({ recurringProcessingModel: "Instalment", shopperReference: "payer" }), [422, "702"]],
	["both kinds of capture", () => ({ additionalData: { manualCapture: "true" } }), [422, "702"]],
])("a payment with %s is answered as Adyen's documents say", async (_, changes, expected) => {
	expect(await answerTo("payments", { ...sent, ...changes() })).toEqual(expected);
});

test("a capture without its amount, or of an unknown payment, is refused", async () => {
	const [payment] = adyen.books.payments;
	const about = { merchantAccount: account.merchant_account, reference: "capture" };
	expect(await answerTo(`payments/${payment?.pspReference}/captures`, about)).toEqual([422, "702"]);
	const amount = { value: 1_00, currency: "CAD" };
	expect(await answerTo("payments/unknown/captures", { ...about, amount })).toEqual([422, "167"]);
});

test("headers are checked", async () => {
	expect(await answerTo("payments", sent, { "X-API-Key": "wrong" })).toEqual([401, "000"]);
	expect(await answerTo("payments", sent, { "Content-Type": "text/plain" })).toEqual([400, "702"]);
	expect(await answerTo("payments", sent, { "Idempotency-Key": "k".repeat(65) })).toEqual([422, "702"]);
});

test.each(["capture", "refund", "void"] as const)(
	"a %s that is sent again with its key is carried out once",
	async (operation) => {
		const processor = createAdyen({ url: adyen.network.url });
		const charge = newCharge({ operation: operation === "refund" ? "sale" : "authorization" });
		const { processorTransactionId: id = "" } = await processor.submit(charge, account);
		const change = newModification(operation, charge, id);
		expect(await processor.submit(change, account)).toEqual(await processor.submit(change, account));
		expect(await adyen.booked(change.reference)).toHaveLength(1);
	},
);

test("a webhook that is not taken holds the later ones back, and comes again", async () => {
	const far = await startAdyen();
	const processor = createAdyen({ url: far.network.url });
	const charges = [newCharge(), newCharge()];
	for (const charge of charges) await processor.submit(charge, account);
	const statuses = [204, 503];
	let calls = 0;
	const merchant = createServer((request, response) => {
		request.resume();
		calls += 1;
		response.writeHead(statuses.shift() ?? 204).end();
	}).listen(0, "127.0.0.1");
	try {
		await new Promise((listening) => merchant.once("listening", listening));
		const url = `http://127.0.0.1:${(merchant.address() as AddressInfo).port}`;
		await far.sendWebhooks(url);
		expect(calls).toBe(2);
		await far.sendWebhooks(url);
		await far.sendWebhooks(url);
		expect(calls).toBe(3);
	} finally {
		merchant.close();
		await far.stop();
	}
});
