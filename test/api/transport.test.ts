import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createLog, readConfig, startGateway } from "../../apps/gateway/src/index.ts";
import { listen } from "../../packages/platform/src/http/server.ts";
import { databaseProxy } from "../fixtures/api/database-proxy.ts";
import { journalOf } from "../fixtures/api/records.ts";
import {
	type Answer,
	expectProblem,
	goodCard,
	openConnection,
	type RawConnection,
	salePath,
	send,
	sendRaw,
	signIn,
} from "../fixtures/client.ts";
import { holdAnswer, startTestGateway, type TestGateway } from "../fixtures/gateway.ts";
import { freePort } from "../fixtures/gateway-process.ts";

const silent = createLog({ level: "silent" });
let gateway: TestGateway;

beforeAll(async () => {
	gateway = await startTestGateway();
});

afterAll(() => gateway.stop());

function firstOf([answer]: Answer[]): Answer {
	if (answer === undefined) throw new Error("the server closed the connection without an answer");
	return answer;
}

describe("a slow client", () => {
	const patience = {
		headersTimeout: 2_000,
		requestTimeout: 3_000,
		connectionsCheckingInterval: 50,
		handshakeTimeout: 300,
	};
	const everyMs = 20;

	async function listening() {
		const fetch = async (request: Request) => Response.json({ bytes: (await request.text()).length });
		const isTrustedProxy = () => false;
		return listen({ port: 0, host: "127.0.0.1", tls: undefined, isTrustedProxy, fetch, log: silent, patience });
	}

	/** Sends a byte now and then while the server reads. */
	async function dribble(connection: RawConnection, bytes: string) {
		const left = [...bytes];
		const timer = setInterval(() => connection.write(left.shift() ?? "x"), everyMs);
		const closed = await connection.closed;
		clearInterval(timer);
		return closed;
	}

	test.each([
		["headers", "GET / HTTP/1.1\r\n", "Host: localhost\r\nX-Slow: ", patience.headersTimeout],
		["a body", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n", "x", patience.requestTimeout],
	])("X-12 that sends %s slowly is refused and cut off, while others are served", async (_case, head, rest, limit) => {
		const server = await listening();
		try {
			const slow = await openConnection(server.port);
			slow.write(head);
			const cut = dribble(slow, rest);
			for (let request = 0; request < 5; request++) {
				const answer = await send(`http://127.0.0.1:${server.port}`, { method: "POST", body: "quick" });
				expect(answer.body).toEqual({ bytes: 5 });
			}
			const { answers, milliseconds } = await cut;
			expectProblem(firstOf(answers), 408, "REQUEST_TIMEOUT");
			expect(answers).toHaveLength(1);
			expect(milliseconds).toBeGreaterThanOrEqual(limit);
		} finally {
			await server.close(0);
		}
	});
});

describe("a large request", () => {
	test("X-11 with more than 16 KB of headers is refused in the standard shape, and cut off", async () => {
		const request = `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Large: ${"x".repeat(17 * 1024)}\r\n\r\n`;
		const { answers } = await sendRaw(gateway.port, request);
		expectProblem(firstOf(answers), 431, "HEADERS_TOO_LARGE");
		expect(answers).toHaveLength(1);
	});

	test("X-11 with a URL of more than 8 KB is refused in the standard shape", async () => {
		expect((await send(`${gateway.url}/healthz?${"x".repeat(8_000)}`)).status).toBe(200);
		expectProblem(await send(`${gateway.url}/healthz?${"x".repeat(9_000)}`), 414, "URI_TOO_LONG");
	});

	test("X-11 with too large a body is not read to its end", async () => {
		const { token } = await signIn(gateway.url, gateway.merchant);
		const connection = await openConnection(gateway.port);
		connection.write(
			`POST ${salePath} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
				"Content-Type: application/json\r\nContent-Length: 10000000000\r\n\r\n{",
		);
		const { answers } = await connection.closed;
		expectProblem(firstOf(answers), 413, "PAYLOAD_TOO_LARGE");
	});
});

describe("an ambiguous request", () => {
	const smuggled = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";
	const chunked = `0\r\n\r\n${smuggled}`;
	const post = (headers: string, body: string) =>
		`POST ${salePath} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n${body}`;

	test.each([
		["a length and chunks", post("Content-Length: 5\r\nTransfer-Encoding: chunked", chunked)],
		["chunks and a length", post("Transfer-Encoding: chunked\r\nContent-Length: 5", chunked)],
		["two lengths that differ", post("Content-Length: 0\r\nContent-Length: 44", smuggled)],
		["two lengths in one line", post("Content-Length: 0, 44", smuggled)],
		["a negative length", post("Content-Length: -1", smuggled)],
		["a length with a sign", post("Content-Length: +0", smuggled)],
		["a hexadecimal length", post("Content-Length: 0x0", smuggled)],
		["a length with a blank inside", post("Content-Length: 0 0", smuggled)],
		["an unknown coding", post("Transfer-Encoding: xchunked", chunked)],
		["chunks that are not last", post("Transfer-Encoding: chunked, identity", chunked)],
		["a blank before the colon", post("Transfer-Encoding : chunked", chunked)],
		["a control character before the coding", post("Transfer-Encoding: \u000bchunked", chunked)],
		["a folded header", post("X: a\r\n Transfer-Encoding: chunked\r\nContent-Length: 0", smuggled)],
		["a header name with a blank", post("Content Length: 5\r\nContent-Length: 0", smuggled)],
		["a null in a header", post("X: a\u0000b\r\nContent-Length: 0", smuggled)],
		["a bare line feed between headers", post("X: a\nContent-Length: 0", smuggled)],
		["a bare carriage return in a header", post("X: a\rContent-Length: 5\r\nContent-Length: 0", smuggled)],
		["a chunk size that is none", post("Transfer-Encoding: chunked", `g\r\n\r\n${smuggled}`)],
		["a chunk size with a sign", post("Transfer-Encoding: chunked", `+0\r\n\r\n${smuggled}`)],
		["a chunk longer than it says", post("Transfer-Encoding: chunked", `1\r\nab\r\n0\r\n\r\n${smuggled}`)],
		["no host", `POST ${salePath} HTTP/1.1\r\nContent-Length: 0\r\n\r\n${smuggled}`],
		["two hosts", `GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n${smuggled}`],
		["an empty host", `GET /healthz HTTP/1.1\r\nHost:\r\n\r\n${smuggled}`],
		["a host that is none", `GET /healthz HTTP/1.1\r\nHost: a/b@c\r\n\r\n${smuggled}`],
		["a blank in its target", `GET /healthz x HTTP/1.1\r\nHost: localhost\r\n\r\n${smuggled}`],
		["an unknown method", `SMUGGLE / HTTP/1.1\r\nHost: localhost\r\n\r\n${smuggled}`],
		["another protocol", `GET /healthz FTP/1.1\r\nHost: localhost\r\n\r\n${smuggled}`],
		["an unknown version", `GET /healthz HTTP/9.9\r\nHost: localhost\r\n\r\n${smuggled}`],
		["no version", `GET /healthz\r\n\r\n${smuggled}`],
	])("X-13 by %s is refused, the connection is closed, and no second request is served", async (_case, bytes) => {
		const logged = gateway.logLines.length;
		const { answers, text } = await sendRaw(gateway.port, bytes);
		const last = answers.at(-1);
		if (last === undefined) throw new Error(`no answer: ${text}`);
		expectProblem(last, 400, "BAD_REQUEST");
		expect(last.headers.get("Connection")).toBe("close");
		// A body may be invalid after its request was refused by its headers.
		for (const { status } of answers) expect([400, 401]).toContain(status);
		expect(gateway.logLines.slice(logged).join()).not.toContain("/smuggled");
	});

	test.each([
		["a stray byte", "x"],
		["a stray bracket", "}"],
		["a second request that is none", "nonsense\r\n\r\n"],
		["a control character", "\u0001"],
	])("X-13 that has %s behind the end of its body is answered by what happened", async (_case, stray) => {
		const { token } = await signIn(gateway.url, gateway.merchant);
		const body = JSON.stringify({ amount: 31, ...goodCard });
		const headers = `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
		const { answers } = await sendRaw(gateway.port, post(headers, `${body}${stray}`));
		expect(answers.map(({ status, body }) => [status, body.transaction_result])).toEqual([[200, "APPROVED"]]);
		expect(answers[0]?.headers.get("Connection")).toBe("close");
	});

	test("X-13 does not include pipelining: two requests are answered in order", async () => {
		const health = (last: string) => `GET /healthz?${last} HTTP/1.1\r\nHost: localhost\r\nConnection: ${last}\r\n\r\n`;
		const { answers } = await sendRaw(
			gateway.port,
			`${health("keep-alive")}GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n${health("close")}`,
		);
		expect(answers.map(({ status }) => status)).toEqual([200, 404, 200]);
	});
});

describe("starting", () => {
	test("/healthz answers at once, other routes say when to come back, and a failed start leaves nothing running", async () => {
		const database = createServer();
		const connected = new Promise<() => void>((resolve) =>
			database.on("connection", (socket) => {
				socket.on("error", () => undefined);
				resolve(() => socket.destroy());
			}),
		);
		const databasePort = await portOf(database);
		const port = await freePort();
		const config = readConfig({
			SANDBOX: "1",
			HOST: "127.0.0.1",
			PORT: String(port),
			DATABASE_URL: `postgres://nobody@127.0.0.1:${databasePort}/nothing`,
			DATA_DIR: gateway.database.dataDirectory,
		});
		const starting = startGateway(config, silent);
		const failed = expect(starting).rejects.toThrow();
		const hangUp = await connected;
		const url = `http://127.0.0.1:${port}`;
		expect((await send(`${url}/healthz`)).body).toEqual({ status: "ok" });
		for (const path of ["/readyz", salePath, "/oauth/token", "/docs"]) {
			const answer = await send(`${url}${path}`);
			expectProblem(answer, 503, "UNAVAILABLE");
			expect(answer.headers.get("Retry-After")).toBe("1");
		}
		hangUp();
		await failed;
		await expect(send(`${url}/healthz`)).rejects.toThrow("fetch failed");
		database.close();
	});

	async function portOf(server: ReturnType<typeof createServer>): Promise<number> {
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		const address = server.address();
		if (address === null || typeof address === "string") throw new Error("no port");
		return address.port;
	}
});

describe("stopping", () => {
	test("completes requests in flight, accepts no new ones, and closes idle connections", async () => {
		const stopping = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
		const client = await signIn(stopping.url, stopping.merchant);
		const idle = await openConnection(stopping.port);
		idle.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
		await idle.received(/"ok"/);

		const letGo = holdAnswer(stopping);
		const before = (await journalOf(gateway)).length;
		const running = client.post(salePath, { amount: 31, ...goodCard });
		await vi.waitFor(async () => expect((await journalOf(gateway)).length).toBe(before + 1), 20_000);
		const stopped = stopping.stop();
		await idle.closed;
		await expect(send(`${stopping.url}/healthz`, { headers: { Connection: "close" } })).rejects.toThrow("fetch failed");
		letGo();
		expect((await running).status).toBe(200);
		await stopped;
	});
});

describe("a database that is lost", () => {
	test("makes /readyz answer 503 and refuses charges before anything happens; both recover without a restart", async () => {
		const proxy = await databaseProxy(gateway.database.url);
		const apart = await startTestGateway({
			database: gateway.database,
			clocks: gateway.clocks,
			environment: { DATABASE_URL: proxy.url },
		});
		try {
			const client = await signIn(apart.url, apart.merchant);
			expect((await send(`${apart.url}/readyz`)).body).toEqual({ status: "ready" });
			const before = (await journalOf(gateway)).length;

			await proxy.interrupt();
			const unready = await send(`${apart.url}/readyz`);
			expectProblem(unready, 503, "UNAVAILABLE");
			expect(unready.headers.get("Retry-After")).toBe("1");
			expect((await send(`${apart.url}/healthz`)).status).toBe(200);
			expectProblem(await client.post(salePath, { amount: 31, ...goodCard }), 503, "UNAVAILABLE");
			expect((await journalOf(gateway)).length).toBe(before);

			await proxy.resume();
			await vi.waitFor(async () => expect((await send(`${apart.url}/readyz`)).status).toBe(200), { timeout: 10_000 });
			expect((await client.post(salePath, { amount: 31, ...goodCard })).status).toBe(200);
		} finally {
			await apart.stop();
			await proxy.stop();
		}
	});
});
