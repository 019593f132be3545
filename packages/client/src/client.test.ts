import { describe, expect, test } from "vitest";
import { approved, type Scripted, script } from "../test-support/scripted.ts";
import { takesKey } from "./client.ts";
import { CallError, createClient } from "./index.ts";

const sale = "/transaction-service/sale";
const body = { amount: 31, token: "ct1abc" };

function problem(status: number, code: string, more: object = {}) {
	return { status, body: { status, code, message: "Do this.", request_id: "request1", ...more } };
}

async function errorOf(call: Promise<unknown>): Promise<CallError> {
	const error = await call.then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	if (error instanceof CallError) return error;
	throw new Error("The call threw no CallError.", { cause: error });
}

function keysOf({ sent }: Scripted): (string | null)[] {
	return sent.map(({ headers }) => headers.get("Idempotency-Key"));
}

describe("a call", () => {
	test("sends its input, with a bearer token, to the path with its ids filled in", async () => {
		const { client, sent } = script();
		const path = { customer_lookup_id: "a/b c" };
		await client.put("/customer-service/customer/{customer_lookup_id}", { path, body: { email: "ana@example.com" } });
		expect(sent).toMatchObject([
			{ method: "PUT", path: "/customer-service/customer/a%2Fb%20c", body: '{"email":"ana@example.com"}' },
		]);
		expect(sent[0]?.headers.get("Authorization")).toBe("Bearer access-1");
		expect(sent[0]?.headers.get("Content-Type")).toBe("application/json");
	});

	test("sends its query, and no body when there is none", async () => {
		const { client, sent } = script();
		await client.get("/transaction-service/transaction", { query: { limit: 5, email_address: "a+b@example.com" } });
		const path = "/transaction-service/transaction?limit=5&email_address=a%2Bb%40example.com";
		expect(sent).toMatchObject([{ method: "GET", path, body: "" }]);
	});

	test("sends a filter by metadata with its key", async () => {
		const { client, sent } = script();
		await client.get("/transaction-service/transaction", { query: { metadata: { order: "A&1" } } });
		expect(sent).toMatchObject([{ path: "/transaction-service/transaction?metadata%5Border%5D=A%261" }]);
	});

	test.each([
		["invoice_id", { invoice_id: undefined }],
		["invoice_id", { invoice_id: null }],
		["invoice_id", { invoice_id: "" }],
		["metadata[order]", { metadata: { order: undefined } }],
		["metadata[order]", { metadata: { order: "" } }],
		["metadata", { metadata: {} }],
	])("refuses a filter by %s without a value, which would list all records", async (name, query: object) => {
		const { client, sent } = script();
		const listed = client.get("/transaction-service/transaction", { query: { limit: 5, ...query } });
		await expect(listed).rejects.toThrow(new TypeError(`The query parameter ${name} has no value.`));
		expect(sent).toEqual([]);
	});

	test.each([{ after: "" }, { before: "", after: undefined }, {}])(
		"begins a list with the cursors %j",
		async (cursors: object) => {
			const { client, sent } = script();
			await client.get("/transaction-service/transaction", { query: cursors });
			expect(sent).toMatchObject([{ path: "/transaction-service/transaction" }]);
		},
	);

	test("returns a file as its text", async () => {
		const { client } = script({
			fetch: async (url) =>
				url.endsWith("/oauth/token")
					? Response.json({ access_token: "a", expires_in: 1_000 })
					: new Response("id\r\n1\r\n", { headers: { "Content-Type": "text/csv; charset=utf-8" } }),
		});
		expect(await client.get("/transaction-service/transaction.csv")).toBe("id\r\n1\r\n");
	});

	test.each(["", ".", ".."])("refuses the id %j, which would address another route", async (id) => {
		const { client, sent, tokenRequests } = script();
		const path = { transaction_id: id };
		await expect(client.get("/transaction-service/transaction/{transaction_id}", { path })).rejects.toThrow(TypeError);
		expect([...sent, ...tokenRequests]).toEqual([]);
	});

	test.each(["http://pay.example", "ftp://localhost", "pay.example", ""])("refuses the address %j", (address) => {
		const options = { clientId: "client1", clientSecret: "secret1" };
		expect(() => createClient({ ...options, authUrl: address, baseUrl: "https://pay.example" })).toThrow(TypeError);
		expect(() => createClient({ ...options, authUrl: "https://pay.example", baseUrl: address })).toThrow(TypeError);
	});

	test.each([
		["https://pay.example/transaction-service", "baseUrl ends in /transaction-service; leave that out."],
		["https://pay.example/gateway/customer-service/", "baseUrl ends in /customer-service; leave that out."],
		["localhost:8080", "On this machine http will do: http://localhost:8080."],
	])("says what is wrong with the address %s", (baseUrl, message) => {
		const options = { clientId: "client1", clientSecret: "secret1", authUrl: "https://pay.example" };
		expect(() => createClient({ ...options, baseUrl })).toThrow(message);
	});

	test.each(["clientId", "clientSecret"] as const)("%s must be given", (name) => {
		const options = {
			clientId: "client1",
			clientSecret: "secret1",
			authUrl: "https://pay.example",
			baseUrl: "https://pay.example",
		};
		for (const missing of [undefined, ""]) {
			expect(() => createClient({ ...options, [name]: missing })).toThrow(`${name} is missing`);
		}
	});

	test("follows no redirect, which could carry both tokens elsewhere", async () => {
		let redirect: string | undefined;
		const { client } = script({
			fetch: async (url, init) => {
				redirect = init.redirect;
				if (url.endsWith("/oauth/token")) return Response.json({ access_token: "a", expires_in: 1_000 });
				return new Response(null, { status: 307, headers: { Location: "https://elsewhere.example" } });
			},
		});
		expect(await errorOf(client.post(sale, { body }))).toMatchObject({ code: "UNREADABLE", status: 307 });
		expect(redirect).toBe("manual");
	});
});

describe("a result", () => {
	test.each(["DECLINED", "PENDING"])("of a charge that is %s is an answer, sent once", async (result) => {
		const scripted = script();
		scripted.next({ status: 402, body: { code: "PAYMENT_FAILED", transaction_result: result } });
		const record = await scripted.client.post(sale, { body });
		expect(record.transaction_result).toBe(result);
		expect(scripted.sent).toHaveLength(1);
	});

	test("that is a refusal is an error with the gateway's code, message, fields and request id", async () => {
		const scripted = script();
		const errors = [{ field: "amount", code: "field_required", message: "Send an amount." }];
		const headers = { "X-Request-Id": "request1" };
		scripted.next({ ...problem(400, "BAD_REQUEST", { reason: "field_required", errors }), headers });
		expect(await errorOf(scripted.client.post(sale, { body }))).toMatchObject({
			code: "BAD_REQUEST",
			reason: "field_required",
			message: "Do this.",
			status: 400,
			fields: errors,
			requestId: "request1",
			outcomeUnknown: false,
		});
		expect(scripted.sent).toHaveLength(1);
	});

	test.each([
		[200, "<html>secret page</html>"],
		[200, "[]"],
		[402, ""],
	])("with status %i and a body that is not this API's leaves the outcome unknown: %j", async (status, text) => {
		const scripted = script();
		scripted.next({ status, body: text });
		const error = await errorOf(scripted.client.post(sale, { body }));
		expect(error).toMatchObject({ code: "UNREADABLE", outcomeUnknown: true });
		expect(error.message).not.toContain("secret page");
	});

	test("of another server adds no text to the error, since it may repeat the request", async () => {
		const scripted = script();
		scripted.next({ status: 403, body: "blocked: 4111111111111111" });
		const error = await errorOf(scripted.client.post(sale, { body, idempotencyKey: "order-1" }));
		expect(JSON.stringify([error, error.message])).not.toContain("4111");
		expect(error).toMatchObject({ code: "UNREADABLE", status: 403 });
	});
});

describe("the access token", () => {
	test("is requested by the client credentials grant, with the given scopes", async () => {
		const { client, tokenRequests } = script({ scopes: ["transaction", "customer"] });
		await client.post(sale, { body });
		expect(Object.fromEntries(new URLSearchParams(tokenRequests[0]?.body))).toEqual({
			grant_type: "client_credentials",
			client_id: "client1",
			client_secret: "secret1",
			scope: "transaction customer",
		});
	});

	test("is requested once for simultaneous callers", async () => {
		const { client, sent, tokenRequests } = script();
		await Promise.all(Array.from({ length: 30 }, () => client.post(sale, { body })));
		expect([sent.length, tokenRequests.length]).toEqual([30, 1]);
	});

	test("is renewed before it expires, and no call waits for it", async () => {
		const { client, clock, sent, tokenRequests } = script();
		for (const passed of [0, 790_000, 20_000, 0]) {
			clock.advance(passed);
			await client.post(sale, { body });
		}
		const tokens = sent.map(({ headers }) => headers.get("Authorization"));
		expect(tokens).toEqual(["Bearer access-1", "Bearer access-1", "Bearer access-1", "Bearer access-2"]);
		expect(tokenRequests).toHaveLength(2);
	});

	test.each([{ breaks: "ECONNREFUSED" }, problem(503, "UNAVAILABLE"), problem(401, "UNAUTHORIZED")])(
		"is used until it expires when no new one is available: %#",
		async (answer) => {
			const { client, clock, sent, tokenRequests, nextToken } = script();
			await client.post(sale, { body });
			clock.advance(810_000);
			nextToken(answer);
			await client.post(sale, { body });
			expect(sent.at(-1)?.headers.get("Authorization")).toBe("Bearer access-1");
			expect(tokenRequests).toHaveLength(2);
		},
	);

	test("that has expired is not used", async () => {
		const { client, clock, sent } = script();
		await client.post(sale, { body });
		clock.advance(1_000_000);
		await client.post(sale, { body });
		expect(sent.at(-1)?.headers.get("Authorization")).toBe("Bearer access-2");
	});

	test("is renewed once when many calls get the same 401, and each continues with its own key", async () => {
		const scripted = script();
		await scripted.client.post(sale, { body });
		scripted.next(...Array.from({ length: 20 }, () => problem(401, "UNAUTHORIZED")));
		await Promise.all(Array.from({ length: 20 }, () => scripted.client.post(sale, { body })));
		expect(scripted.tokenRequests).toHaveLength(2);
		expect(new Set(keysOf(scripted)).size).toBe(21);
		expect(scripted.sent).toHaveLength(41);
	});

	test("is renewed once per call: a second 401 is an error", async () => {
		const scripted = script();
		scripted.next(problem(401, "UNAUTHORIZED"), problem(401, "UNAUTHORIZED"));
		const error = await errorOf(scripted.client.post(sale, { body }));
		expect(error).toMatchObject({ code: "UNAUTHORIZED", outcomeUnknown: false });
		expect(scripted.sent).toHaveLength(2);
	});

	test("with a refused client id or secret is an error at once, and nothing else is sent", async () => {
		const { client, sent, tokenRequests, nextToken } = script();
		nextToken(problem(401, "UNAUTHORIZED"));
		const error = await errorOf(client.post(sale, { body }));
		expect(error).toMatchObject({ code: "UNAUTHORIZED", message: "Do this.", outcomeUnknown: false });
		expect(JSON.stringify([error, error.stack])).not.toContain("secret1");
		expect([sent.length, tokenRequests.length]).toEqual([0, 1]);
	});

	test("is requested again from an unreachable authorization service, also for a request that is sent once only", async () => {
		const { client, sent, nextToken } = script();
		nextToken({ breaks: "ECONNRESET" }, problem(503, "UNAVAILABLE"), { status: 200, body: "<html>" });
		await client.post("/customer-service/customer", { body: { email: "ana@example.com" } });
		expect(sent).toHaveLength(1);
	});

	test("is still fetched for other callers when one caller gives up", async () => {
		const { client, sent, tokenRequests } = script();
		const giving = new AbortController();
		const given = errorOf(client.post(sale, { body, signal: giving.signal }));
		const other = client.post(sale, { body });
		giving.abort();
		expect(await given).toMatchObject({ code: "ABORTED", outcomeUnknown: false });
		await other;
		expect([sent.length, tokenRequests.length]).toEqual([1, 1]);
	});
});

describe("an Idempotency-Key", () => {
	test("is sent with every request that moves money, a new one for each call", async () => {
		const scripted = script();
		await scripted.client.post(sale, { body });
		await scripted.client.post("/transaction-service/authorize", { body });
		expect(new Set(keysOf(scripted)).size).toBe(2);
		expect(keysOf(scripted)).toEqual([
			expect.stringMatching(/^[0-9a-f-]{36}$/),
			expect.stringMatching(/^[0-9a-f-]{36}$/),
		]);
	});

	test("is the caller's if given, and stays the same for every attempt", async () => {
		const scripted = script();
		scripted.next({ breaks: "ECONNRESET" }, problem(503, "UNAVAILABLE"));
		await scripted.client.post(sale, { body, idempotencyKey: "order-1" });
		expect(keysOf(scripted)).toEqual(["order-1", "order-1", "order-1"]);
		expect(new Set(scripted.sent.map((request) => request.body)).size).toBe(1);
	});

	test("is in the error, so that the caller can repeat the request", async () => {
		const scripted = script();
		scripted.next(...Array.from({ length: 4 }, () => ({ breaks: "ECONNRESET" })));
		const error = await errorOf(scripted.client.post(sale, { body }));
		expect(error).toMatchObject({ code: "CONNECTION", outcomeUnknown: true, idempotencyKey: keysOf(scripted)[0] });
	});

	test("is sent with no other request", async () => {
		const scripted = script();
		await scripted.client.post("/customer-service/customer", { body: { email: "ana@example.com" } });
		await scripted.client.get("/transaction-service/transaction");
		expect(keysOf(scripted)).toEqual([null, null]);
		expect(takesKey("post", "/transaction-service-vt/eft/bank-deposit")).toBe(true);
		expect(takesKey("post", "/customer-service/customer/subscription")).toBe(true);
		expect(takesKey("post", "/customer-service/customer/{customer_lookup_id}/subscription")).toBe(true);
		const subscription = "/customer-service/customer/{customer_lookup_id}/subscription/{subscription_lookup_id}";
		expect(takesKey("post", `${subscription}/change-plan`)).toBe(true);
		expect(takesKey("get", `${subscription}/preview`)).toBe(false);
		expect(takesKey("post", "/customer-service/customer/{customer_lookup_id}/card")).toBe(false);
	});
});

describe("a retry", () => {
	test.each([
		{ breaks: "ECONNRESET" },
		{ breaks: "ECONNREFUSED" },
		problem(429, "TOO_MANY_REQUESTS"),
		problem(500, "INTERNAL"),
		problem(503, "UNAVAILABLE"),
		{ status: 502, body: "<html>" },
		{ ...problem(409, "CONFLICT"), headers: { "Retry-After": "1" } },
	])("of a sale follows a transient failure: %j", async (turn) => {
		const scripted = script();
		scripted.next(turn);
		expect(await scripted.client.post(sale, { body })).toEqual(approved);
		expect(scripted.sent).toHaveLength(2);
	});

	test.each([
		problem(400, "BAD_REQUEST"),
		problem(403, "FORBIDDEN"),
		problem(404, "NOT_FOUND"),
		problem(409, "CONFLICT"),
		problem(422, "IDEMPOTENCY_MISMATCH"),
	])("does not follow a refusal: %j", async (turn) => {
		const scripted = script();
		scripted.next(turn);
		expect(await errorOf(scripted.client.post(sale, { body }))).toMatchObject({ outcomeUnknown: false });
		expect(scripted.sent).toHaveLength(1);
	});

	test.each([
		[{ breaks: "ECONNRESET" }, 1],
		[problem(503, "UNAVAILABLE"), 1],
		[{ breaks: "ECONNREFUSED" }, 2],
		[problem(429, "TOO_MANY_REQUESTS"), 2],
	])("without a key follows only failures before anything was done: %j, %i times", async (turn, times) => {
		const scripted = script();
		scripted.next(turn);
		const call = scripted.client.post("/customer-service/customer", { body: { email: "ana@example.com" } });
		if (times === 1) expect(await errorOf(call)).toMatchObject({ outcomeUnknown: true, idempotencyKey: undefined });
		else await call;
		expect(scripted.sent).toHaveLength(times);
	});

	test("that is refused after an attempt that may have arrived leaves the outcome unknown", async () => {
		const scripted = script();
		scripted.next({ breaks: "ECONNRESET" }, problem(400, "BAD_REQUEST"));
		expect(await errorOf(scripted.client.post(sale, { body }))).toMatchObject({ status: 400, outcomeUnknown: true });
	});

	test("that never reaches the gateway is known to have done nothing", async () => {
		const scripted = script();
		scripted.next(...Array.from({ length: 4 }, () => ({ breaks: "ECONNREFUSED" })));
		const error = await errorOf(scripted.client.post(sale, { body }));
		expect(error).toMatchObject({ code: "CONNECTION", outcomeUnknown: false });
		expect(scripted.sent).toHaveLength(4);
	});

	test("of a read leaves nothing unknown", async () => {
		const scripted = script({ maximumAttempts: 1 });
		scripted.next({ breaks: "ECONNRESET" });
		const error = await errorOf(scripted.client.get("/transaction-service/transaction"));
		expect(error).toMatchObject({ code: "CONNECTION", outcomeUnknown: false });
	});

	test("waits at least as long as Retry-After requires", async () => {
		const scripted = script();
		scripted.next({ ...problem(429, "TOO_MANY_REQUESTS"), headers: { "Retry-After": "7" } });
		await scripted.client.post(sale, { body });
		expect(scripted.sent[1]?.atMs).toBeGreaterThanOrEqual(7_000);
	});

	test("is skipped when Retry-After exceeds the time left", async () => {
		const scripted = script();
		scripted.next({ ...problem(429, "TOO_MANY_REQUESTS"), headers: { "Retry-After": "60" } });
		const error = await errorOf(scripted.client.post(sale, { body }));
		expect(error).toMatchObject({ code: "TOO_MANY_REQUESTS", retryAfterSeconds: 60 });
		expect(scripted.clock.now()).toBe(5_000);
	});
});

describe("time limits", () => {
	test("an attempt that hangs is ended at its limit, and another one follows", async () => {
		const scripted = script({ attemptTimeLimitMs: 3_000 });
		scripted.next("hangs");
		expect(await scripted.client.post(sale, { body })).toEqual(approved);
		expect(scripted.sent[1]?.atMs).toBeGreaterThanOrEqual(3_000);
	});

	test("a call ends at its own limit during any attempt, and reports the outcome as unknown", async () => {
		const scripted = script();
		scripted.next("hangs", "hangs", "hangs", "hangs");
		const error = await errorOf(scripted.client.post(sale, { body, timeLimitMs: 20_000 }));
		expect(error).toMatchObject({ code: "TIME_LIMIT", outcomeUnknown: true });
		expect(scripted.clock.now() - 5_000).toBe(20_000);
	});

	test("a call ends at its limit when the given fetch ignores its signal", async () => {
		const { client } = script({ fetch: () => new Promise(() => undefined) });
		expect(await errorOf(client.post(sale, { body, timeLimitMs: 1_000 }))).toMatchObject({ code: "TIME_LIMIT" });
	});

	test("a caller's signal ends the call with its reason, and nothing more is sent", async () => {
		const scripted = script();
		const giving = new AbortController();
		scripted.next(() => {
			giving.abort("closing");
			return "hangs";
		});
		expect(await errorOf(scripted.client.post(sale, { body, signal: giving.signal }))).toMatchObject({
			code: "ABORTED",
			cause: "closing",
			outcomeUnknown: true,
		});
		expect(scripted.sent).toHaveLength(1);
	});

	test("a signal that fired before the call prevents every request", async () => {
		const { client, sent, tokenRequests } = script();
		const error = await errorOf(client.post(sale, { body, signal: AbortSignal.abort() }));
		expect(error).toMatchObject({ code: "ABORTED", outcomeUnknown: false });
		expect([...sent, ...tokenRequests]).toEqual([]);
	});
});

test("X-50 neither the client nor its errors show the secret or a token", async () => {
	const scripted = script();
	scripted.next(problem(400, "BAD_REQUEST"));
	const error = await errorOf(scripted.client.post(sale, { body }));
	for (const shown of [JSON.stringify(scripted.client), JSON.stringify(error), String(error.stack)]) {
		expect(shown).not.toMatch(/secret1|access-1|ct1abc/);
	}
});
