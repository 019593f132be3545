import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { connect as connectPlainly } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type SecureVersion } from "node:tls";
import { OpenAPIHono } from "@hono/zod-openapi";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createLog } from "../../apps/gateway/src/index.ts";
import { clientAddress } from "../../packages/platform/src/http/client-address.ts";
import type { GatewayEnv } from "../../packages/platform/src/http/gateway-env.ts";
import { answerProblems } from "../../packages/platform/src/http/problem-response.ts";
import { requestContext } from "../../packages/platform/src/http/request-context.ts";
import { listen } from "../../packages/platform/src/http/server.ts";
import type { ConnectionLimits } from "../../packages/platform/src/network/connection-slots.ts";
import { certificateFilesIn, installCertificate } from "../fixtures/certificate.ts";
import { sendRaw } from "../fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../fixtures/gateway.ts";

const silent = createLog({ level: "silent" });
let directory: string;
let gateway: TestGateway;
const certificateFile = () => certificateFilesIn(directory).certificateFile;
const keyFile = () => certificateFilesIn(directory).keyFile;

beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "cardseal-tls-"));
	await installCertificate(directory, "first.example");
	gateway = await startTestGateway({
		environment: { TLS_CERT_FILE: certificateFile(), TLS_KEY_FILE: keyFile() },
	});
});

afterAll(async () => {
	await gateway.stop();
	await rm(directory, { recursive: true });
});

interface SecureAnswer {
	status: number | undefined;
	headers: IncomingMessage["headers"];
	/** Returns the name in the server's certificate. */
	name: string;
}

/** A new connection for each request, so that each sees the current certificate. */
async function getSecurely(path: string, port = gateway.port): Promise<SecureAnswer> {
	const ca = await readFile(certificateFile());
	return new Promise((resolve, reject) => {
		const options = { port, host: "127.0.0.1", path, ca, agent: false };
		request(options, (response) => {
			const { subject } = (response.socket as import("node:tls").TLSSocket).getPeerCertificate();
			response.resume().on("end", () => {
				resolve({ status: response.statusCode, headers: response.headers, name: String(subject.CN) });
			});
		})
			.on("error", reject)
			.end();
	});
}

describe("HTTPS", () => {
	test("P-18 uses the given certificate, and sends HSTS", async () => {
		const answer = await getSecurely("/healthz");
		expect(answer).toMatchObject({ status: 200, name: "first.example" });
		expect(answer.headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
	});

	test("P-18 is the only protocol of its port", async () => {
		const { text } = await sendRaw(gateway.port, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
		expect(text).not.toMatch(/^HTTP\/1.1 2/);
	});

	test.each([
		["TLSv1.1", "refused"],
		["TLSv1.2", "TLSv1.2"],
		["TLSv1.3", "TLSv1.3"],
	])("needs TLS 1.2 or newer: %s is %s", async (version, outcome) => {
		const limit = version as SecureVersion;
		const spoken = await new Promise((resolve) => {
			const socket = connect({
				port: gateway.port,
				host: "127.0.0.1",
				rejectUnauthorized: false,
				minVersion: limit,
				maxVersion: limit,
				ciphers: "DEFAULT@SECLEVEL=0",
			});
			socket.on("error", () => resolve("refused"));
			socket.on("secureConnect", () => {
				resolve(socket.getProtocol());
				socket.destroy();
			});
		});
		expect(spoken).toBe(outcome);
	});

	test("loads a new certificate while it runs, and keeps the old one when the new file is invalid", async () => {
		const waiting = { timeout: 30_000, interval: 200 };
		const whole = await readFile(certificateFile());
		await writeFile(certificateFile(), "half a certifi");
		await vi.waitFor(() => expect(gateway.logLines.join()).toContain("keeping the previous one"), waiting);
		await writeFile(certificateFile(), whole);
		expect(await getSecurely("/healthz")).toMatchObject({ status: 200, name: "first.example" });

		await installCertificate(directory, "second.example");
		await vi.waitFor(async () => expect((await getSecurely("/healthz")).name).toBe("second.example"), waiting);
	});
});

describe("silent TLS connections", () => {
	const patience = {
		headersTimeout: 5_000,
		requestTimeout: 5_000,
		connectionsCheckingInterval: 50,
		handshakeTimeout: 300,
	};

	async function listening(connections?: ConnectionLimits, handshakeTimeout = patience.handshakeTimeout) {
		return listen({
			port: 0,
			host: "127.0.0.1",
			tls: { certificateFile: certificateFile(), keyFile: keyFile() },
			isTrustedProxy: () => false,
			fetch: () => new Response("served"),
			log: silent,
			patience: { ...patience, handshakeTimeout },
			...(connections && { connections }),
		});
	}

	/** Connects and says nothing. Resolves with the time until the server closes the connection, in ms. */
	async function closedAfter(port: number): Promise<number> {
		const startedAt = performance.now();
		const socket = connectPlainly({ port, host: "127.0.0.1" })
			.on("error", () => undefined)
			.resume();
		await once(socket, "close");
		return performance.now() - startedAt;
	}

	test("X-12 are closed at the time limit of the handshake", async () => {
		const server = await listening();
		try {
			expect(await closedAfter(server.port)).toBeGreaterThanOrEqual(patience.handshakeTimeout - 10);
		} finally {
			await server.close(0);
		}
	});

	test("X-12 of one network are limited, and other slots stay free", async () => {
		const handshakeTimeout = 5_000;
		const limits: ConnectionLimits = { total: 4, perNetwork: [2, 2, 2] };
		const server = await listening(limits, handshakeTimeout);
		const silent = Array.from({ length: 2 }, () => connectPlainly({ port: server.port, host: "127.0.0.1" }));
		try {
			await Promise.all(
				silent.map((socket) =>
					once(
						socket.on("error", () => undefined),
						"connect",
					),
				),
			);
			expect(await closedAfter(server.port)).toBeLessThan(handshakeTimeout);
			expect(silent.map(({ destroyed }) => destroyed)).toEqual([false, false]);
			await Promise.all(silent.map((socket) => once(socket.resume(), "close")));
			expect((await getSecurely("/", server.port)).status).toBe(200);
		} finally {
			for (const socket of silent) socket.destroy();
			await server.close(0);
		}
	});
});

describe("outside the sandbox", () => {
	const proxies = ["192.0.2.10", "198.51.100.0/24"];

	interface How {
		encrypted?: boolean;
		sandbox?: boolean;
		trustedProxies?: string[];
		path?: string;
	}

	/** The middleware alone, because every connection of a test is local. */
	function appFor(allowPlainHttp: boolean, trustedProxies: string[]) {
		const app = new OpenAPIHono<GatewayEnv>();
		app.use(requestContext(silent));
		app.use(clientAddress({ trustedProxies, allowPlainHttp }));
		answerProblems(app);
		app.get("*", (context) => context.text(context.var.clientAddress));
		return app;
	}

	function request(peer: string, headers: Record<string, string>, how: How = {}) {
		const { encrypted = false, sandbox = false, trustedProxies = proxies, path = "/" } = how;
		const socket = { remoteAddress: peer, ...(encrypted && { encrypted }) };
		const lowerCase = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
		const incoming = { socket, connection: socket, headers: lowerCase } as unknown as IncomingMessage;
		return appFor(sandbox, trustedProxies).request(path, { headers }, { incoming });
	}

	const secure = { "X-Forwarded-Proto": "https" };

	test.each([
		["from afar", "203.0.113.7", {}],
		["from afar, by its own word through HTTPS", "203.0.113.7", secure],
		["from a trusted proxy that says http", "192.0.2.10", { "X-Forwarded-Proto": "http" }],
		["from a trusted proxy that says nothing", "192.0.2.10", {}],
		["from a trusted proxy that says two things", "192.0.2.10", { "X-Forwarded-Proto": "https, http" }],
		["from a neighbour of the proxy", "192.0.2.11", secure],
	])("P-18 plain HTTP is refused %s", async (_case, peer, headers) => {
		const response = await request(peer, headers);
		expect(response.status).toBe(403);
		expect(await response.json()).toMatchObject({ code: "FORBIDDEN", message: expect.stringContaining("Use HTTPS") });
	});

	test.each([
		["plain HTTP from this machine", "127.0.0.1", {}, {}],
		["plain HTTP from this machine by IPv6", "::1", {}, {}],
		["what a trusted proxy received by HTTPS", "192.0.2.10", secure, {}],
		["what a proxy of a trusted network received by HTTPS", "198.51.100.77", secure, {}],
		["HTTPS from afar", "203.0.113.7", {}, { encrypted: true }],
		["plain HTTP in the sandbox", "203.0.113.7", {}, { sandbox: true }],
	])("P-18 %s is served", async (_case, peer, headers, how) => {
		expect((await request(peer, headers, how)).status).toBe(200);
	});

	const fromAfar = { "X-Forwarded-For": "203.0.113.7" };

	test.each([
		["without a protocol", fromAfar, {}],
		["with the protocol http", { ...fromAfar, "X-Forwarded-Proto": "http" }, {}],
		["with no more than a protocol", { "X-Forwarded-Proto": "http" }, {}],
		["over TLS, with the protocol http", { ...fromAfar, "X-Forwarded-Proto": "http" }, { encrypted: true }],
		["with an IPv6 client", { Forwarded: 'for="[2001:db8::1]";proto=http' }, {}],
	])("P-18 plain HTTP behind a local proxy is refused %s", async (_case, headers, how) => {
		for (const peer of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
			const response = await request(peer, headers, { ...how, trustedProxies: ["127.0.0.1", "::1"] });
			expect(response.status, peer).toBe(403);
		}
	});

	test("P-18 a local proxy that TRUST_PROXY does not name is refused, with the setting in the message", async () => {
		const response = await request("127.0.0.1", { ...fromAfar, ...secure });
		expect(response.status).toBe(403);
		expect(await response.json()).toMatchObject({ message: expect.stringContaining("TRUST_PROXY") });
	});

	test.each([["127.0.0.1"], ["::1"], ["loopback"]])(
		"P-18 beside the local proxy %s, plain HTTP without any header may be from its clients, and is refused",
		async (proxy) => {
			for (const peer of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
				expect((await request(peer, {}, { trustedProxies: [proxy] })).status, peer).toBe(403);
			}
		},
	);

	test("P-18 beside a local proxy, HTTPS and health checks of this machine are served", async () => {
		const trustedProxies = ["127.0.0.1"];
		expect((await request("127.0.0.1", { ...fromAfar, ...secure }, { trustedProxies })).status).toBe(200);
		for (const path of ["/healthz", "/readyz"]) {
			expect((await request("127.0.0.1", {}, { trustedProxies, path })).status).toBe(200);
			expect((await request("127.0.0.1", fromAfar, { trustedProxies, path })).status).toBe(403);
		}
	});

	test.each([["X-Client-IP"], ["CF-Connecting-IP"], ["True-Client-IP"]])(
		"P-18 plain HTTP with %s came through a proxy, and is refused",
		async (header) => {
			expect((await request("127.0.0.1", { [header]: "203.0.113.7" })).status).toBe(403);
		},
	);

	test.each([
		["203.0.113.7", "9.9.9.9", "203.0.113.7"],
		["192.0.2.10", "9.9.9.9", "9.9.9.9"],
		["192.0.2.10", "1.1.1.1, 9.9.9.9", "9.9.9.9"],
		["192.0.2.10", "1.1.1.1, 9.9.9.9, 198.51.100.5", "9.9.9.9"],
	])("X-40 the address behind %s that says %s is %s", async (peer, forwarded, address) => {
		const response = await request(peer, { "X-Forwarded-For": forwarded }, { sandbox: true });
		expect(await response.text()).toBe(address);
	});
});
