import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { MerchantSettings } from "./demo-file.ts";
import { call, getBearerToken } from "./merchant.ts";

/** The server at the gateway's address, and its response. */
let server: Server;
let settings: MerchantSettings;
const sale = { method: "POST", path: "/transaction-service/sale", body: { amount: 31, token: "ct1" } } as const;
let answer: { status: number; body: string };

beforeEach(async () => {
	server = createServer((request, response) => {
		request.resume();
		response.writeHead(answer.status).end(answer.body);
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	settings = { auth_url: url, base_url: url, client_id: "id", client_secret: "secret", public_key: "key" };
});

afterEach(async () => {
	server.close();
	server.closeAllConnections();
});

const failureOf = (work: Promise<unknown>) => work.then(String, String);

describe("the advice", () => {
	test("is to start the sandbox when there is no response", async () => {
		const closed = once(server, "close");
		server.close();
		await closed;
		expect(await failureOf(getBearerToken(settings))).toMatch(/^Advice: No sandbox responds at .*npm start$/);
	});

	test("is to give the right DATA_DIR when the gateway does not know the client", async () => {
		answer = { status: 401, body: JSON.stringify({ message: "The client id or secret is not right." }) };
		expect(await failureOf(getBearerToken(settings))).toMatch(/^Advice: .*does not know the client.*DATA_DIR/);
	});

	test("repeats the message of a gateway that is unavailable", async () => {
		answer = { status: 503, body: JSON.stringify({ message: "The service is starting." }) };
		const advice = "Advice: The sandbox answered 503: The service is starting.";
		expect(await failureOf(getBearerToken(settings))).toBe(advice);
		expect(await failureOf(call(settings, "token", sale))).toBe(advice);
	});

	test.each(["<html>", "null", "[]"])(
		"names another program on the gateway's port, which responds with %s",
		async (body) => {
			answer = { status: 200, body };
			expect(await failureOf(getBearerToken(settings))).toMatch(/^Advice: .*is not a Cardseal gateway/);
		},
	);
});

test("a declined sale is a result, with its record", async () => {
	answer = { status: 402, body: JSON.stringify({ transaction_result: "DECLINED", amount: 10.99 }) };
	expect(await call(settings, "token", sale)).toEqual({
		status: 402,
		body: { transaction_result: "DECLINED", amount: 10.99 },
	});
});
