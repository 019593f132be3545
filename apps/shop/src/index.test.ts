import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildShop } from "../build.ts";
import { type FakeGateway, startFakeGateway } from "../test-support/fake-gateway.ts";
import { payer } from "../test-support/shop.ts";
import { type RunningShop, type ShopOptions, startShop } from "./index.ts";

let gateway: FakeGateway;
let options: ShopOptions;
let logged: string[];
let running: RunningShop[];

beforeAll(() => buildShop());

beforeEach(async () => {
	gateway = await startFakeGateway();
	logged = [];
	running = [];
	const port = await freePort();
	options = {
		port,
		publicUrl: `http://localhost:${port}`,
		gateway: {
			authUrl: gateway.url,
			baseUrl: gateway.url,
			clientId: "client1",
			clientSecret: "secret1",
			publicKey: "pktest1abc",
		},
		partner: { clientId: "partner1", clientSecret: "secret1", redirectUri: "http://localhost/partner/callback" },
		dataDirectory: await mkdtemp(join(tmpdir(), "cardseal-shop-")),
		now: () => Date.UTC(2026, 7, 14, 15, 0),
		log: ({ message }) => void logged.push(message),
	};
});

afterEach(async () => {
	await Promise.all(running.map((shop) => shop.stop()));
	await gateway.stop();
	await rm(options.dataDirectory, { recursive: true });
});

async function start(changes: Partial<ShopOptions> = {}): Promise<RunningShop> {
	const shop = await startShop({ ...options, ...changes });
	running.push(shop);
	return shop;
}

async function stop(shop: RunningShop): Promise<void> {
	running.splice(running.indexOf(shop), 1);
	await shop.stop();
}

async function freePort(): Promise<number> {
	const server = createServer().listen(0);
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, "close");
	return port;
}

function post(path: string, body: string | URLSearchParams, headers: Record<string, string> = {}) {
	const sameOrigin = { Origin: options.publicUrl, ...headers };
	return fetch(options.publicUrl + path, { method: "POST", body, headers: sameOrigin, redirect: "manual" });
}

async function placeOrder(): Promise<string> {
	const response = await post("/orders", new URLSearchParams({ thing: "enamel-mug", quantity: "1" }));
	return response.headers.get("Location")?.split("/")[2] ?? "";
}

function pay(order: string) {
	return post("/pay", JSON.stringify({ order_id: order, ...payer }), { "Content-Type": "application/json" });
}

/** A connection that has sent `bytes` and stays open; `closed` resolves to what came back until the server ended it. */
async function openConnection(bytes: string): Promise<{ socket: Socket; closed: Promise<string> }> {
	const socket = connect(options.port, "localhost");
	let received = "";
	socket.setEncoding("utf8").on("data", (part) => {
		received += part;
	});
	// A reset is one way to be cut off; what was received until then is what counts.
	socket.on("error", () => undefined);
	const closed = once(socket, "close").then(() => received);
	await once(socket, "connect");
	socket.write(bytes);
	return { socket, closed };
}

/** A POST as the shop's own page makes it, up to its body. */
function postHead(path: string, bodyBytes: number): string {
	const headers = ["Host: localhost", "Sec-Fetch-Site: same-origin", "Content-Type: application/json"];
	return `POST ${path} HTTP/1.1\r\n${headers.join("\r\n")}\r\nContent-Length: ${bodyBytes}\r\n\r\n`;
}

const halfSentHeaders = "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";
const halfSentBody = `${postHead("/pay", 100)}{"order_id`;

describe("the shop's server", () => {
	test("serves its pages, its files and its health on its own address", async () => {
		const shop = await start();
		expect(shop.url).toBe(options.publicUrl);
		const page = await (await fetch(shop.url)).text();
		const hrefs = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, href]) => href);
		expect(hrefs.length).toBeGreaterThan(8);
		for (const href of hrefs) expect((await fetch(shop.url + href)).status).toBe(200);
		expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
	});

	test("puts the hashes that the gateway publishes on the checkout pages", async () => {
		await start();
		const checkout = `${options.publicUrl}/orders/${await placeOrder()}/checkout`;
		const widget = await (await fetch(checkout)).text();
		expect(widget).toContain(`src="${gateway.url}/v1/cardseal.js" integrity="sha384-${"B".repeat(64)}"`);
		const library = await (await fetch(`${checkout}/library`)).text();
		expect(library).toContain(`src="${gateway.url}/v1/encrypt.js" integrity="sha384-${"A".repeat(64)}"`);
	});

	test("does not open without those hashes", async () => {
		await expect(start({ gateway: { ...options.gateway, baseUrl: `${gateway.url}/elsewhere` } })).rejects.toThrow();
	});

	test("does not open on a port that is taken, and leaves nothing behind that would keep it from opening later", async () => {
		const first = await start();
		await expect(start()).rejects.toThrow("EADDRINUSE");
		await stop(first);
		await start();
		expect((await fetch(`${options.publicUrl}/healthz`)).status).toBe(200);
	});

	test("orders survive a restart, and what was not known is settled without anybody asking", async () => {
		const before = await start();
		gateway.next("pending");
		const order = await placeOrder();
		await pay(order);
		await stop(before);
		for (const charge of gateway.charges) charge.result = "APPROVED";
		await start();
		await expect.poll(() => logged).toContainEqual(expect.stringContaining("settled by asking: paid"));
		expect(await (await fetch(`${options.publicUrl}/orders/${order}`)).text()).toContain("Payment received");
		expect(gateway.saleRequests).toHaveLength(1);
	});

	test("lets a payment under way end before it stops", async () => {
		const shop = await start();
		const order = await placeOrder();
		// The shop asks again half a second later.
		gateway.next("unavailable");
		const paying = pay(order);
		await expect.poll(() => gateway.saleRequests.length).toBe(1);
		await stop(shop);
		expect(await (await paying).json()).toEqual({ next: `/orders/${order}` });
	});

	test("logs neither secret nor token nor payer", async () => {
		const shop = await start();
		await pay(await placeOrder());
		await stop(shop);
		expect(logged.join("\n")).not.toMatch(/secret1|access-1|ct1aaa|ana@example\.com/);
		expect(logged.join("\n")).toContain("paid");
	});
});

describe("X-12 slow and many clients", () => {
	test.each([
		["headers", halfSentHeaders, { headersTimeoutMs: 200, requestTimeoutMs: 120_000 }],
		["a body", halfSentBody, { headersTimeoutMs: 200, requestTimeoutMs: 300 }],
	])("one that stops within %s is told so and cut off, while others are served", async (_part, bytes, limits) => {
		await start({ limits: { ...limits, checkEveryMs: 20 } });
		const slow = await openConnection(bytes);
		expect((await fetch(`${options.publicUrl}/healthz`)).status).toBe(200);
		expect(await slow.closed).toMatch(/^HTTP\/1\.1 408 /);
	});

	test.each([
		["headers", halfSentHeaders],
		["a body", halfSentBody],
	])("one that stops within %s keeps the shop from stopping no longer than its grace", async (_part, bytes) => {
		const shop = await start({ limits: { closeGraceMs: 200 } });
		const slow = await openConnection(bytes);
		const startedAt = performance.now();
		await stop(shop);
		// Nothing but the grace cuts it: Node no longer looks for slow requests once a server closes.
		expect(performance.now() - startedAt).toBeLessThan(5_000);
		await slow.closed;
	});

	test("a connection that is kept open after its answer does not keep the shop from stopping", async () => {
		const shop = await start({ limits: { closeGraceMs: 60_000 } });
		const order = await placeOrder();
		const body = JSON.stringify({ order_id: order, ...payer });
		// The shop asks again half a second later, so that the payment is under way when the shop is told to stop.
		gateway.next("unavailable");
		const paying = await openConnection(postHead("/pay", Buffer.byteLength(body)) + body);
		await expect.poll(() => gateway.saleRequests.length).toBe(1);
		const startedAt = performance.now();
		await stop(shop);
		// Node would keep it for 5 s after its last answer.
		expect(performance.now() - startedAt).toBeLessThan(4_000);
		expect(await paying.closed).toContain(`{"next":"/orders/${order}"}`);
	});

	test("beyond the most connections that it takes, the shop closes new ones until another has gone", async () => {
		await start({ limits: { maximumConnections: 2 } });
		const kept = [await openConnection(""), await openConnection("")];
		expect(await (await openConnection("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")).closed).toBe("");
		for (const { socket } of kept) socket.destroy();
		await expect.poll(async () => (await fetch(`${options.publicUrl}/healthz`)).status).toBe(200);
	});

	test("stopping twice is stopping once", async () => {
		const shop = await start();
		await Promise.all([shop.stop(), stop(shop)]);
		await shop.stop();
	});
});
