import { signWebhook, type WebhookEvent } from "@cardseal/client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Client, signIn } from "../../../../test/fixtures/client.ts";
import { accounts, lateReturnDelayMs, passTime, railDelayMs } from "../../../../test/fixtures/eft/eft.ts";
import { linkIn, payBy } from "../../../../test/fixtures/eft/requests.ts";
import { readEvents } from "../../../../test/fixtures/events.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { freePort } from "../../../../test/fixtures/gateway-process.ts";
import {
	type Browser,
	openTestShop,
	payer,
	pending,
	type TestShop,
	unavailable,
} from "../../../../test/fixtures/shop.ts";
import { listen } from "../index.ts";
import { pageWords } from "../locale/en/pages.ts";
import { orderNumber, orderState } from "../orders/order.ts";
import { recoverAll } from "../orders/recover.ts";
import { openEndpoint, webhookPath } from "./webhooks.ts";

let gateway: TestGateway;
let client: Client;
let shop: TestShop;
let browser: Browser;
let close: () => Promise<void>;

beforeAll(async () => {
	gateway = await startTestGateway({ processorTimeoutMs: 1_000 });
	client = await signIn(gateway.url, gateway.merchant);
});

afterAll(() => gateway.stop());

beforeEach(async () => {
	const port = await freePort();
	shop = await openTestShop(gateway, `http://127.0.0.1:${port}`);
	browser = shop.browser();
	close = await listen((request) => shop.app.fetch(request), { port, host: "127.0.0.1" });
	await openEndpoint(shop.shop);
});

afterEach(async () => {
	await silence();
	await close();
	await shop[Symbol.asyncDispose]();
});

const stateOf = (id: string) => orderState(shop.get(id));
const endpoints = async () => (await shop.shop.client.get("/event-service/endpoint")).endpoints;
const secret = () => shop.shop.webhooks.findEndpoint()?.secret ?? "";

/** Posts an event as the gateway does, signed with the shop's secret or another one. */
async function post(event: WebhookEvent, signedWith = secret()): Promise<number> {
	const body = JSON.stringify(event);
	const timestamp = Math.floor(Date.now() / 1_000);
	const headers = await signWebhook({ id: event.id, timestamp, body }, signedWith);
	return (await shop.app.request(webhookPath, { method: "POST", body, headers })).status;
}

/** Pays an order whose outcome is not known at once: the processor's answer is lost. */
async function latePayment(): Promise<string> {
	const id = await browser.order();
	gateway.faults.push({ kind: "answer_lost" });
	await browser.pay(id);
	expect(stateOf(id)).toBe("unknown");
	return id;
}

/** Asks for a payment from a bank account, to which the payer agrees. */
async function bankPayment(account: (typeof accounts)[keyof typeof accounts]): Promise<string> {
	const id = await browser.order();
	await browser.post(`/orders/${id}/bank-request`, { known_count: "0", ...payer });
	await passTime(client, 1_000);
	const outcome = shop.get(id).attempts[0]?.outcome;
	const link = await linkIn(gateway, { transaction_id: outcome?.kind === "requested" && outcome.transactionId });
	await payBy(gateway, link, account);
	await expect.poll(() => stateOf(id)).toBe("clearing");
	return id;
}

/** Deletes the shop's endpoint, so that only the test brings events. */
async function silence(): Promise<void> {
	for (const { lookup_id: id } of await endpoints()) {
		await shop.shop.client.delete("/event-service/endpoint/{endpoint_id}", { path: { endpoint_id: id } });
	}
}

/** Returns an order that is unknown to be paid, and the event that says so, which did not arrive. */
async function missedApproval() {
	await silence();
	shop.fail(/^POST \/transaction-service\/sale/, pending);
	const id = await browser.order();
	await browser.pay(id);
	const events = await readEvents(gateway, client);
	const event = events.findLast(({ data }) => data.invoice_id === orderNumber({ id }));
	return { id, event: event as unknown as WebhookEvent };
}

describe("the gateway's events", () => {
	test("bring the late approval of a card payment, without a question before", async () => {
		const id = await latePayment();
		await expect.poll(() => stateOf(id), { timeout: 60_000 }).toBe("paid");
		// One at most for each event: pending, and approved.
		expect(shop.sentTo(/^\/transaction-service\/transaction/).length).toBeLessThanOrEqual(2);
		expect(await browser.page(`/orders/${id}`)).toContain(pageWords.payment.paid.title);
	});

	test("bring the result of a bank payment: paid once the bank has confirmed it, returned even later", async () => {
		const id = await bankPayment(accounts.returnedLate);
		await passTime(client, 2 * railDelayMs);
		await expect.poll(() => stateOf(id)).toBe("paid");
		await passTime(client, lateReturnDelayMs);
		await expect.poll(() => stateOf(id)).toBe("returned");
		expect(await browser.page(`/orders/${id}`)).toContain(pageWords.returned.title);
	});

	test("bring the return of a bank payment that the bank never confirmed", async () => {
		const id = await bankPayment(accounts.returned);
		await passTime(client, 2 * railDelayMs);
		await expect.poll(() => stateOf(id)).toBe("returned");
	});
});

describe("an event", () => {
	test("with a wrong or missing signature is refused with 401, and changes nothing", async () => {
		const { id, event } = await missedApproval();
		const body = JSON.stringify(event);
		const sentBefore = shop.sent.length;
		const unsigned = await shop.app.request(webhookPath, { method: "POST", body });
		const statuses = [unsigned.status, await post(event, `whsec_${btoa("another secret of 24 bytes")}`)];
		expect([statuses, stateOf(id), shop.sent.length]).toEqual([[401, 401], "unknown", sentBefore]);
		expect([await post(event), stateOf(id)]).toEqual([204, "paid"]);
	});

	test("that comes again, also at the same time, is handled once", async () => {
		const { id, event } = await missedApproval();
		expect(await Promise.all([post(event), post(event)])).toEqual([204, 204]);
		const [order, sentBefore] = [shop.get(id), shop.sent.length];
		expect([await post(event), shop.get(id), shop.sent.length]).toEqual([204, order, sentBefore]);
		expect(shop.sentTo(/^\/transaction-service\/transaction\//)).toHaveLength(1);
	});

	test("that cannot be handled now is answered with 500, and handled when it comes again", async () => {
		const { id, event } = await missedApproval();
		shop.fail(/^GET \/transaction-service/, unavailable, unavailable);
		expect([await post(event), stateOf(id)]).toEqual([500, "unknown"]);
		expect([await post(event), stateOf(id)]).toEqual([204, "paid"]);
	});

	test("that was missed while the shop was closed is made up for at the next start", async () => {
		const { id } = await missedApproval();
		await shop.restart();
		await recoverAll(shop.shop);
		expect(stateOf(id)).toBe("unknown");
		shop.fail(/^GET \/transaction-service/, unavailable, unavailable);
		expect(await recoverAll(shop.shop, true)).toBe(false);
		expect(await recoverAll(shop.shop, true)).toBe(true);
		expect(stateOf(id)).toBe("paid");
	});

	test("of a larger size than any is refused unread", async () => {
		const answer = await shop.app.request(webhookPath, { method: "POST", body: "x".repeat(1024 * 1024 + 1) });
		expect(answer.status).toBe(413);
	});
});

describe("the endpoint", () => {
	test("is found again with its secret, and follows the shop's address", async () => {
		const [before, known] = [await endpoints(), secret()];
		await shop.restart();
		await openEndpoint(shop.shop);
		expect([await endpoints(), secret()]).toEqual([before, known]);
		await openEndpoint({ ...shop.shop, publicUrl: "http://localhost:9" });
		expect(await endpoints()).toMatchObject([{ lookup_id: before[0]?.lookup_id, url: "http://localhost:9/webhooks" }]);
	});

	test("that was disabled is enabled", async () => {
		const path = { endpoint_id: (await endpoints())[0]?.lookup_id ?? "" };
		await shop.shop.client.patch("/event-service/endpoint/{endpoint_id}", { path, body: { status: "DISABLED" } });
		await openEndpoint(shop.shop);
		expect(await endpoints()).toMatchObject([{ status: "ENABLED" }]);
	});

	test("gets a new secret when the shop has lost the former one", async () => {
		const known = secret();
		await using emptied = await openTestShop(gateway, shop.shop.publicUrl);
		await openEndpoint(emptied.shop);
		const renewed = emptied.shop.webhooks.findEndpoint()?.secret;
		expect([renewed, await endpoints()]).toEqual([expect.stringMatching(/^whsec_/), [expect.anything()]]);
		expect(renewed).not.toBe(known);
	});
});
