import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@cardseal/client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { transactionsOf } from "../../../test/fixtures/api/records.ts";
import { cardToken, goodCard } from "../../../test/fixtures/client.ts";
import { holdAnswer, startTestGateway, type TestGateway } from "../../../test/fixtures/gateway.ts";
import { freePort } from "../../../test/fixtures/gateway-process.ts";
import { allowReturnTo, payer } from "../../../test/fixtures/shop.ts";
import { buildShop } from "../build.ts";
import { type RunningShop, type ShopOptions, startShop } from "./index.ts";
import { orderNumber } from "./orders/order.ts";

let gateway: TestGateway;
let options: ShopOptions;
let logged: string[];
let running: RunningShop[];

beforeAll(async () => {
	await buildShop();
	gateway = await startTestGateway({ processorTimeoutMs: 5_000 });
});

afterAll(() => gateway.stop());

beforeEach(async () => {
	logged = [];
	running = [];
	const port = await freePort();
	const { client_id: clientId, client_secret: clientSecret, public_key: publicKey } = gateway.merchant;
	options = {
		port,
		publicUrl: `http://localhost:${port}`,
		gateway: { authUrl: gateway.url, baseUrl: gateway.url, clientId, clientSecret, publicKey },
		dataDirectory: await mkdtemp(join(tmpdir(), "cardseal-shop-")),
		now: () => Date.now(),
		log: (_level, message) => void logged.push(message),
	};
});

afterEach(async () => {
	await Promise.all(running.map((shop) => shop.stop()));
	await deleteEndpoints();
	await rm(options.dataDirectory, { recursive: true });
});

/** Each test has a new shop, which would ask for a new secret of the endpoint of the one before. */
async function deleteEndpoints(): Promise<void> {
	const client = createClient(options.gateway);
	const { endpoints } = await client.get("/event-service/endpoint");
	for (const { lookup_id: id } of endpoints) {
		await client.delete("/event-service/endpoint/{endpoint_id}", { path: { endpoint_id: id } });
	}
}

test("a gateway that is not at its public URL is named with the setting", async () => {
	const baseUrl = `http://localhost:${await freePort()}`;
	const starting = startShop({ ...options, gateway: { ...options.gateway, baseUrl } });
	await expect(starting).rejects.toThrow(`cannot reach the gateway at ${baseUrl} (`);
	await expect(starting).rejects.toThrow("Set PUBLIC_URL to an address that leads to HOST");
});

async function start(changes: Partial<ShopOptions> = {}): Promise<RunningShop> {
	await allowReturnTo(gateway, options.publicUrl);
	const shop = await startShop({ ...options, ...changes });
	running.push(shop);
	return shop;
}

function post(path: string, body: string | URLSearchParams, headers: Record<string, string> = {}) {
	const sameOrigin = { Origin: options.publicUrl, ...headers };
	return fetch(options.publicUrl + path, { method: "POST", body, headers: sameOrigin, redirect: "manual" });
}

async function placeOrder(): Promise<string> {
	const response = await post("/orders", new URLSearchParams({ thing: "enamel-mug", quantity: "1" }));
	return response.headers.get("Location")?.split("/")[2] ?? "";
}

async function paymentBody(order: string, card = goodCard): Promise<string> {
	const token = await cardToken(gateway.merchant.public_key, card);
	return JSON.stringify({ order_id: order, ...payer, token });
}

const pay = async (order: string, card = goodCard) =>
	post("/pay", await paymentBody(order, card), { "Content-Type": "application/json" });
const pageOf = async (path: string) => (await fetch(options.publicUrl + path)).text();
const chargesOf = async (order: string) =>
	(await transactionsOf(gateway)).filter(({ invoice_id: id }) => id === orderNumber({ id: order }));

/** A connection that has sent `bytes` and stays open; `closed` resolves to what came back until the server ended it. */
async function openConnection(bytes: string): Promise<{ socket: Socket; closed: Promise<string> }> {
	const socket = connect(options.port, "localhost");
	let received = "";
	socket.setEncoding("utf8").on("data", (part) => {
		received += part;
	});
	// A reset is one way to be cut off.
	socket.on("error", () => undefined);
	const closed = once(socket, "close").then(() => received);
	await once(socket, "connect");
	socket.write(bytes);
	return { socket, closed };
}

function postHead(path: string, bodyBytes: number): string {
	const headers = ["Host: localhost", "Sec-Fetch-Site: same-origin", "Content-Type: application/json"];
	return `POST ${path} HTTP/1.1\r\n${headers.join("\r\n")}\r\nContent-Length: ${bodyBytes}\r\n\r\n`;
}

const halfHeaders = "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";
const halfBody = `${postHead("/pay", 100)}{"order_id`;

describe("the shop's server", () => {
	test("serves its pages, its files and its health, with the published hashes on the checkout pages", async () => {
		const shop = await start();
		const page = await pageOf("/");
		const urls = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, url]) => url);
		expect(urls.length).toBeGreaterThan(8);
		for (const url of [...urls, "/healthz"]) expect((await fetch(shop.url + url)).status).toBe(200);
		const hashes = (await (await fetch(`${gateway.url}/v1/integrity.json`)).json()) as Record<string, string>;
		const checkout = `/orders/${await placeOrder()}/checkout`;
		for (const [path, name] of [
			[checkout, "cardseal.js"],
			[`${checkout}/library`, "encrypt.js"],
		] as const) {
			expect(await pageOf(path)).toContain(`src="${gateway.url}/v1/${name}" integrity="${hashes[name]}"`);
		}
	});

	test("does not open without those hashes", async () => {
		await expect(start({ gateway: { ...options.gateway, baseUrl: `${gateway.url}/elsewhere` } })).rejects.toThrow();
	});

	test("does not open on a port that is taken, and can open there later", async () => {
		const first = await start();
		await expect(start()).rejects.toThrow("EADDRINUSE");
		await first.stop();
		await start();
		expect((await fetch(`${options.publicUrl}/healthz`)).status).toBe(200);
	});

	test("does not open when the gateway does not take its address for events, and can open there later", async () => {
		await expect(start({ publicUrl: "http://shop.example" })).rejects.toThrow("https");
		await start();
		expect((await fetch(`${options.publicUrl}/healthz`)).status).toBe(200);
	});

	test("keeps orders over a restart, and recovers an unknown outcome without anybody asking", async () => {
		const before = await start();
		gateway.faults.push({ kind: "answer_lost" });
		const order = await placeOrder();
		await pay(order);
		expect(logged).toContainEqual(expect.stringMatching(/: unknown\.$/));
		await before.stop();
		await expect.poll(() => chargesOf(order), { timeout: 60_000 }).toMatchObject([{ status: "APPROVED" }]);
		await start();
		await expect.poll(() => logged).toContainEqual(expect.stringContaining("recovered: paid"));
		expect(await pageOf(`/orders/${order}`)).toContain("Payment received");
		expect(await chargesOf(order)).toHaveLength(1);
	});

	test("lets a payment in flight end before it stops, and logs neither secret nor token nor payer", async () => {
		const shop = await start();
		const order = await placeOrder();
		const letGo = holdAnswer(gateway);
		const paying = pay(order);
		await expect.poll(async () => (await chargesOf(order)).length).toBe(1);
		const stopped = shop.stop();
		letGo();
		await stopped;
		expect(await (await paying).json()).toEqual({ next: `/orders/${order}` });
		expect(logged.join("\n")).toContain("paid");
		expect(logged.join("\n")).not.toMatch(
			new RegExp(`${gateway.merchant.client_secret}|eyJ[\\w-]{20}|ct1[\\w-]{20}|${payer.email}`),
		);
	});
});

describe("X-12 slow and many clients", () => {
	test.each([
		["headers", halfHeaders, { headersTimeout: 2_000, requestTimeout: 120_000 }],
		["a body", halfBody, { headersTimeout: 1_000, requestTimeout: 2_000 }],
	])(
		"a client that stops within %s is answered with 408 and cut off, while others are served",
		async (_part, bytes, limits) => {
			await start({ limits: { ...limits, connectionsCheckingInterval: 20 } });
			const slow = await openConnection(bytes);
			expect((await fetch(`${options.publicUrl}/healthz`)).status).toBe(200);
			expect(await slow.closed).toMatch(/^HTTP\/1\.1 408 /);
		},
	);

	test.each([
		["headers", halfHeaders],
		["a body", halfBody],
	])("a client that stops within %s delays a stop no longer than the grace", async (_part, bytes) => {
		const shop = await start();
		const slow = await openConnection(bytes);
		const startedAt = performance.now();
		await shop.stop();
		// Node no longer looks for slow requests once a server closes, so only the grace cuts it.
		expect(performance.now() - startedAt).toBeLessThan(9_000);
		await slow.closed;
	});

	test("stopping twice is stopping once", async () => {
		const shop = await start();
		await Promise.all([shop.stop(), shop.stop()]);
		await shop.stop();
		await expect(fetch(`${options.publicUrl}/healthz`)).rejects.toThrow();
	});
});
