import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { turnsOfTheLoop } from "../../../../test/fixtures/turns-of-the-loop.ts";
import type { Resolve } from "../../../platform/src/network/resolve.ts";
import { createSender, type Sender } from "./send.ts";

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
	await Promise.all(closing.splice(0).map((close) => close()));
});

async function portOf(server: Server | TcpServer): Promise<number> {
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return (server.address() as AddressInfo).port;
}

/** Starts a receiver. Returns its URL. */
async function receive(listener: RequestListener): Promise<string> {
	const server = createServer(listener);
	closing.push(async () => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${await portOf(server)}/hooks?shop=1`;
}

const nowhere: Resolve = async () => [];

function sender(options: Partial<Parameters<typeof createSender>[0]> = {}): Sender {
	const created = createSender({ isSandbox: true, resolve: nowhere, timeoutMs: 15_000, ...options });
	closing.push(() => created.close());
	return created;
}

const event = {
	headers: { "content-type": "application/json", "webhook-id": "evt_1" },
	body: Buffer.from('{"name":"Zoë"}'),
	secrets: ["whsec_secret4111"],
};

test("sends method, path, headers and body, and returns status and response", async () => {
	const got: string[] = [];
	const url = await receive(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		got.push(`${request.method} ${request.url} ${request.headers["webhook-id"]} ${Buffer.concat(chunks)}`);
		response.end("thanks");
	});
	expect(await sender().send({ ...event, url })).toEqual({
		status: 200,
		error: null,
		response: "thanks",
		retryAfter: undefined,
	});
	expect(got).toEqual(['POST /hooks?shop=1 evt_1 {"name":"Zoë"}']);
});

test("requests one after another share a connection", async () => {
	const ports = new Set<number | undefined>();
	const url = await receive((request, response) => {
		ports.add(request.socket.remotePort);
		response.end("ok");
	});
	const { send } = sender();
	for (let sent = 0; sent < 3; sent++) {
		await send({ ...event, url });
		await turnsOfTheLoop();
	}
	expect(ports.size).toBe(1);
});

test("an idle connection is closed after seconds, whatever the receiver asks for", async () => {
	const closed = Promise.withResolvers<void>();
	const url = await receive((request, response) => {
		request.socket.on("close", closed.resolve);
		response.setHeader("Keep-Alive", "timeout=600").end();
	});
	const sending = sender();
	await sending.send({ ...event, url });
	const sentAt = performance.now();
	await closed.promise;
	expect(performance.now() - sentAt).toBeLessThan(30_000);
});

test("a request that hangs delays no other one to the same origin", async () => {
	let requests = 0;
	const url = await receive((_request, response) => {
		requests++;
		if (requests > 1) response.end();
	});
	const { send, close } = sender();
	const hanging = send({ ...event, url });
	await expect.poll(() => requests).toBe(1);
	expect(await send({ ...event, url })).toMatchObject({ status: 200, error: null });
	await close();
	expect(await hanging).toMatchObject({ status: null, error: "connection_broken" });
});

test.each([
	[200, null],
	[204, null],
	[299, null],
	[301, "redirect"],
	[307, "redirect"],
	[400, "status"],
	[410, "status"],
	[500, "status"],
])("status %d: %s", async (status, error) => {
	let requests = 0;
	const url = await receive((_request, response) => {
		requests++;
		response.writeHead(status, { location: "http://127.0.0.1:1/", "retry-after": "120" }).end();
	});
	expect(await sender().send({ ...event, url })).toEqual({ status, error, response: "", retryAfter: "120" });
	expect(requests).toBe(1);
});

test("a receiver that accepts and never answers is given up after the time limit", async () => {
	const url = await receive(() => undefined);
	expect(await sender({ timeoutMs: 50 }).send({ ...event, url })).toMatchObject({ status: null, error: "timeout" });
});

test("a receiver that never accepts is given up after the time limit", async () => {
	// No public address answers here: the time of the connection counts too.
	const resolve: Resolve = () => new Promise(() => undefined);
	const sent = await sender({ timeoutMs: 50, resolve }).send({ ...event, url: "https://hooks.example.com/" });
	expect(sent).toMatchObject({ status: null, error: "timeout" });
});

test("a response whose end never comes counts by its status", async () => {
	const url = await receive((_request, response) => {
		response.write("begun");
	});
	const sent = await sender({ timeoutMs: 2_000 }).send({ ...event, url });
	expect(sent).toMatchObject({ status: 200, error: null, response: "begun" });
});

test("a response of 10 MB is cut, and its connection ended", async () => {
	const ended = Promise.withResolvers<void>();
	let written = 0;
	const url = await receive((_request, response) => {
		const chunk = Buffer.alloc(65_536, "a");
		const write = () => {
			while (written < 10_485_760) {
				written += chunk.length;
				if (!response.write(chunk)) return;
			}
			response.end();
		};
		response.on("drain", write);
		response.on("close", () => ended.resolve());
		write();
	});
	const sent = await sender().send({ ...event, url });
	expect(sent).toMatchObject({ status: 200, error: null, response: "a".repeat(1_000) });
	await ended.promise;
	expect(written).toBeLessThan(10_485_760);
});

test("a response is kept without card numbers, secrets and NUL", async () => {
	const url = await receive((_request, response) => {
		response.writeHead(500).end(`4111 1111 1111 1111 {"client_secret":"abc"}\0${"é".repeat(2_000)}`);
	});
	const { response } = await sender().send({ ...event, url });
	expect(response).toMatch(/^\[card number\] \{"client_secret":\[secret\]"\}\u{FFFD}é+$/u);
	expect(response).toHaveLength(1_000);
});

test("a secret whose last digits look like the beginning of a card number is hidden", async () => {
	const url = await receive((_request, response) => {
		response.end(`${event.secrets[0]} 1111 1111 1111, ${event.secrets[0]} 4111 1111 1111 1111`);
	});
	const { response } = await sender().send({ ...event, url });
	expect(response).toBe("[secret] 1111 1111 1111, [secret] [card number]");
});

test("broken connections and answers that are not HTTP", async () => {
	const answers = ["reset", "HTTP/1.1 nonsense\r\n\r\n", "", `HTTP/1.1 200 OK\r\nx: ${"a".repeat(100_000)}`];
	const server = createTcpServer((socket) => {
		socket.on("error", () => undefined);
		socket.once("data", () => {
			const answer = answers.shift() ?? "";
			if (answer === "reset") socket.resetAndDestroy();
			else socket.end(answer);
		});
	});
	closing.push(async () => server.close());
	const url = `http://127.0.0.1:${await portOf(server)}/`;
	const { send } = sender();
	const errors: unknown[] = [];
	for (let sent = 0; sent < 4; sent++) errors.push((await send({ ...event, url })).error);
	expect(errors).toEqual(["connection_broken", "response_invalid", "connection_broken", "response_invalid"]);
});

test("a port where nothing listens refuses the connection", async () => {
	const server = createTcpServer();
	const url = `http://127.0.0.1:${await portOf(server)}/`;
	server.close();
	await once(server, "close");
	expect(await sender().send({ ...event, url })).toMatchObject({ status: null, error: "connection_refused" });
});

test("a name is resolved at each new connection: one that moves to a private address gets nothing", async () => {
	const asked: string[] = [];
	const resolve: Resolve = async (name) => {
		asked.push(name);
		return ["127.0.0.1", "10.0.0.1", "::ffff:127.0.0.1"];
	};
	const { send } = sender({ resolve });
	const url = "https://hooks.example.com/";
	expect(await send({ ...event, url })).toMatchObject({ status: null, error: "address_not_public" });
	expect(await send({ ...event, url })).toMatchObject({ status: null, error: "address_not_public" });
	expect(asked).toEqual(["hooks.example.com", "hooks.example.com"]);
});

test("a name without addresses, and one whose servers do not answer, are refused as a private one is", async () => {
	const url = "https://hooks.example.com/";
	expect((await sender().send({ ...event, url })).error).toBe("address_not_public");
	const resolve: Resolve = () => Promise.reject(new Error("ETIMEOUT"));
	expect((await sender({ resolve }).send({ ...event, url })).error).toBe("address_not_public");
});

test.each([
	["http://127.0.0.1:1/", false, "url_refused"],
	["https://127.0.0.1:1/", true, "address_not_public"],
	["https://[::ffff:169.254.169.254]/", true, "address_not_public"],
	["https://ada:secret@hooks.example.com/", true, "url_refused"],
])("no connection is made to %s", async (url, isSandbox, error) => {
	const resolve: Resolve = () => Promise.reject(new Error("Nothing is resolved."));
	expect(await sender({ isSandbox, resolve }).send({ ...event, url })).toMatchObject({ status: null, error });
});
