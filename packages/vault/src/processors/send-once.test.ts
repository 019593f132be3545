import { createServer, type RequestListener } from "node:http";
import { afterEach, expect, test } from "vitest";
import { jsonOf, NotSent, sendOnce } from "./send-once.ts";

const closing: (() => void)[] = [];

afterEach(() => {
	for (const close of closing.splice(0)) close();
});

async function serve(listener: RequestListener): Promise<string> {
	const server = createServer(listener);
	await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
	closing.push(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
}

const limits = { timeLimitMs: 5_000, maximumBytes: 100 };
const secret = { method: "POST", headers: { "X-Key": "sk_secret" }, body: "number=4111111111111111" };

async function errorOf(sending: Promise<unknown>): Promise<Error> {
	return sending.then(
		() => expect.fail("It was answered."),
		(error: Error) => error,
	);
}

test("returns the answer of any status, and follows no redirect", async () => {
	let requests = 0;
	const url = await serve((_request, response) => {
		requests += 1;
		response.writeHead(302, { Location: "/elsewhere", Date: "Sun, 29 Nov 2026 12:00:00 GMT" }).end("moved");
	});
	const { status, headers, text } = await sendOnce("Far", url, secret, limits);
	expect([status, headers.get("date"), text, requests]).toEqual([302, "Sun, 29 Nov 2026 12:00:00 GMT", "moved", 1]);
});

test("tells a request that certainly never left from one that may have arrived", async () => {
	const gone = await serve(() => undefined);
	for (const close of closing.splice(0)) close();
	const refused = await errorOf(sendOnce("Far", gone, secret, limits));
	expect(refused).toBeInstanceOf(NotSent);
	const silent = await serve(() => undefined);
	const reset = await serve((request) => request.socket.destroy());
	const endless = await serve((_request, response) => response.end("x".repeat(101)));
	for (const [url, timeLimitMs] of [
		[silent, 50],
		[reset, 5_000],
		[endless, 5_000],
	] as const) {
		const error = await errorOf(sendOnce("Far", url, secret, { ...limits, timeLimitMs }));
		expect(error).not.toBeInstanceOf(NotSent);
		expect(error.message).toBe("Far gave no complete answer.");
		expect(error.cause).toBeUndefined();
	}
});

test("what is not JSON is undefined", () => {
	expect([jsonOf('{"a":1}'), jsonOf("<html>"), jsonOf("")]).toEqual([{ a: 1 }, undefined, undefined]);
});
