import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
	type Answer,
	expectProblem,
	requestToken,
	salePath,
	send,
	signIn,
} from "../../../../../test/fixtures/client.ts";
import { type Account, startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";

const allScopes = "customer plan transaction eft event";

let gateway: TestGateway;
let merchant: Account;
let form: Record<string, string>;

beforeAll(async () => {
	gateway = await startTestGateway();
	merchant = gateway.merchant;
});

afterAll(() => gateway.stop());

beforeEach(() => {
	form = {
		grant_type: "client_credentials",
		client_id: merchant.client_id,
		client_secret: merchant.client_secret,
	};
});

const basic = (id = merchant.client_id, secret = merchant.client_secret) => ({
	Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
});

function ask(change: Record<string, string | undefined> = {}, headers: Record<string, string> = {}): Promise<Answer> {
	return requestToken(gateway.url, { ...form, ...change }, headers);
}

function askRaw(body: string, { type = "application/x-www-form-urlencoded", query = "" } = {}): Promise<Answer> {
	return send(`${gateway.url}/oauth/token${query}`, { method: "POST", body, headers: { "Content-Type": type } });
}

const goodForm = () => new URLSearchParams(form).toString();

function expectOAuthProblem(answer: Answer, status: number, error: string): void {
	expectProblem(answer, status, { 400: "BAD_REQUEST", 401: "UNAUTHORIZED", 429: "TOO_MANY_REQUESTS" }[status] ?? "");
	expect(answer.body.error).toBe(error);
	// RFC 6749 §5.2: no character that would end a quoted string.
	expect(answer.body.error_description).toMatch(/^[\x20\x21\x23-\x5B\x5D-\x7E]+$/);
}

function expectToken(answer: Answer): void {
	expect(answer.status, answer.text).toBe(200);
	expect(answer.body.access_token).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
}

describe("a token response", () => {
	test("O-25 O-27 has exactly the fields of the specification, without a refresh token", async () => {
		const answer = await ask();
		expect(answer.status).toBe(200);
		expect(answer.body).toEqual({
			access_token: expect.stringMatching(/^eyJ/),
			token_type: "Bearer",
			expires_in: 1200,
			merchant_id: merchant.merchant_id,
			scope: allScopes,
		});
	});

	test("O-27 is not cached, not even by HTTP/1.0 caches", async () => {
		const { headers } = await ask();
		expect(headers.get("Content-Type")).toMatch(/^application\/json\b/);
		expect(headers.get("Cache-Control")).toBe("no-store");
		expect(headers.get("Pragma")).toBe("no-cache");
	});

	test("names the credential's merchant", async () => {
		const { client_id, client_secret, merchant_id } = gateway.secondMerchant;
		expect((await ask({ client_id, client_secret })).body.merchant_id).toBe(merchant_id);
	});

	test("is different each time", async () => {
		const [one, other] = [await ask(), await ask()];
		expect(one.body.access_token).not.toBe(other.body.access_token);
	});

	test("states the lifetime of its tokens, which expire then", async () => {
		const credential = gateway.database.tables
			.updateTable("client_credentials")
			.where("client_id", "=", merchant.client_id);
		await credential.set({ token_lifetime_seconds: 60 }).execute();
		expect((await ask()).body.expires_in).toBe(60);
		const client = await signIn(gateway.url, merchant);
		await credential.set({ token_lifetime_seconds: 1200 }).execute();
		expect((await client.post(salePath, {})).status).toBe(400);
		// Five seconds of tolerance for clock differences.
		gateway.clocks.real.advance(66_000);
		const late = await client.post(salePath, {});
		expectProblem(late, 401, "UNAUTHORIZED");
		expect(late.headers.get("WWW-Authenticate")).toContain('error="invalid_token"');
	});
});

describe("a client", () => {
	const both = { client_id: undefined, client_secret: undefined };

	test.each([
		["by the form", {}, () => ({})],
		["by Basic", both, () => basic()],
		[
			"by Basic with the scheme in capitals",
			both,
			() => ({ Authorization: basic().Authorization.replace("Basic", "BASIC") }),
		],
		["by both, when they agree", {}, () => basic()],
		["by Basic, with its id in the form as well", { client_secret: undefined }, () => basic()],
		["by Basic, with empty fields in the form", { client_id: "", client_secret: "" }, () => basic()],
	])("O-20 may authenticate %s", async (_case, change, headers) => {
		expectToken(await ask(change, headers()));
	});

	test.each([
		["secrets", {}, () => basic(merchant.client_id, gateway.secondMerchant.client_secret)],
		["ids", {}, () => basic(gateway.secondMerchant.client_id, merchant.client_secret)],
		["clients", {}, () => basic(gateway.secondMerchant.client_id, gateway.secondMerchant.client_secret)],
		["unknown secrets", { client_secret: "wrong" }, () => basic()],
		["unknown ids", { client_id: "wrong" }, () => basic()],
	])("O-20 that sends two different %s is refused, even if one is right", async (_case, change, headers) => {
		expectOAuthProblem(await ask(change, headers()), 400, "invalid_request");
	});

	test.each([
		["no id", { client_id: undefined }],
		["no secret", { client_secret: undefined }],
		["an empty secret", { client_secret: "" }],
		["a wrong secret", { client_secret: "wrong" }],
		["an unknown id", { client_id: "unknown" }],
		["the secret in another case", { client_secret: "SECRET" }],
		["SQL for an id", { client_id: "' or 1=1 --" }],
	])("O-21 with %s is an invalid client, without a challenge if it sent no header", async (_case, change) => {
		const answer = await ask(change);
		expectOAuthProblem(answer, 401, "invalid_client");
		expect(answer.headers.get("WWW-Authenticate")).toBeNull();
	});

	test.each(["client_id", "client_secret"])("O-21 without %s says what to send", async (name) => {
		const { body } = await ask({ [name]: undefined });
		expect(body.message).toMatch(new RegExp(`^${name} is missing\\. Send client_id and client_secret in the form`));
	});

	test.each(["Bearer abc", "Bearer", "Digest x", ""])(
		"O-20 with id and secret in the form may have a header of another scheme: %s",
		async (Authorization) => {
			expectToken(await ask({}, { Authorization }));
		},
	);

	test("O-21 with a NUL in its id is an invalid request", async () => {
		expectOAuthProblem(await ask({ client_id: "a\u0000b" }), 400, "invalid_request");
	});

	test.each([
		["a wrong secret", () => basic(undefined, "wrong").Authorization],
		["a NUL in its id", () => basic("a\u0000b").Authorization],
		["bytes that are not UTF-8", () => `Basic ${Buffer.from([0xff, 0x3a, 0xff]).toString("base64")}`],
		["an unknown id", () => basic("unknown").Authorization],
		["no colon", () => `Basic ${Buffer.from("abc").toString("base64")}`],
		["no secret", () => basic(undefined, "").Authorization],
		["no base64", () => "Basic !!!"],
		["nothing", () => "Basic"],
		["a bearer token", () => "Bearer abc"],
	])("O-21 with a header of %s is an invalid client, with a challenge", async (_case, header) => {
		const answer = await ask({ client_id: undefined, client_secret: undefined }, { Authorization: header() });
		expectOAuthProblem(answer, 401, "invalid_client");
		expect(answer.headers.get("WWW-Authenticate")).toBe('Basic realm="cardseal"');
	});

	test("O-22 cannot probe for ids: unknown id and wrong secret get the same response", async () => {
		const [unknown, wrong] = [await ask({ client_id: "unknown" }), await ask({ client_secret: "wrong" })];
		expect({ ...unknown.body, request_id: "" }).toEqual({ ...wrong.body, request_id: "" });
		expect([...unknown.headers.keys()]).toEqual([...wrong.headers.keys()]);
	});

	test("O-20 O-23 has an id and a secret of letters and digits, the secret with 256 bits and a checksum", () => {
		for (const { client_id, client_secret } of [merchant, gateway.secondMerchant]) {
			expect(client_id).toMatch(/^[A-Za-z0-9]{20}$/);
			expect(client_secret).toMatch(/^sktest[A-Za-z0-9]{49}$/);
		}
	});

	test("O-26 O-37 whose credential was revoked gets no token, and its tokens are revoked", async () => {
		const { client_id, client_secret } = gateway.secondMerchant;
		const client = await signIn(gateway.url, gateway.secondMerchant);
		const credential = gateway.database.tables.updateTable("client_credentials").where("client_id", "=", client_id);
		await credential.set({ revoked_at: gateway.clocks.real.now() }).execute();
		expectOAuthProblem(await ask({ client_id, client_secret }), 401, "invalid_client");
		expectProblem(await client.post(salePath, {}), 401, "UNAUTHORIZED");
		await credential.set({ revoked_at: null }).execute();
		expectToken(await ask({ client_id, client_secret }));
	});
});

describe("a token request", () => {
	test.each(["GET", "PUT", "DELETE", "PATCH"])("O-17 is a POST: %s is refused", async (method) => {
		const answer = await send(`${gateway.url}/oauth/token?${goodForm()}`, { method });
		expectProblem(answer, 405, "METHOD_NOT_ALLOWED");
		expect(answer.headers.get("Allow")).toBe("POST");
	});

	test.each([
		["JSON", "application/json", () => JSON.stringify(form)],
		["text", "text/plain", goodForm],
		["a multipart form", "multipart/form-data; boundary=x", goodForm],
		["a form in another charset", "application/x-www-form-urlencoded; charset=utf-16", goodForm],
	])("O-17 is form-encoded: %s is an invalid request", async (_case, type, body) => {
		expectOAuthProblem(await askRaw(body(), { type }), 400, "invalid_request");
	});

	test("O-17 may name its charset", async () => {
		expectToken(await askRaw(goodForm(), { type: "application/x-www-form-urlencoded; charset=UTF-8" }));
	});

	test("O-18 has no secret in its URL, which would be logged", async () => {
		expectOAuthProblem(
			await askRaw(goodForm(), { query: `?client_secret=${form.client_secret}` }),
			400,
			"invalid_request",
		);
		const { client_secret: _inQuery, ...rest } = form;
		const body = new URLSearchParams(rest).toString();
		expectOAuthProblem(await askRaw(body, { query: `?client_secret=${form.client_secret}` }), 400, "invalid_request");
	});

	test("O-18 may have grant_type and scope in its URL, but not another one in the form", async () => {
		const { grant_type: _inQuery, ...rest } = form;
		const query = "?grant_type=client_credentials&scope=plan";
		expect((await askRaw(new URLSearchParams(rest).toString(), { query })).body.scope).toBe("plan");
		expectToken(await askRaw(goodForm(), { query }));
		expectOAuthProblem(await askRaw(goodForm(), { query: "?grant_type=refresh_token" }), 400, "invalid_request");
	});

	test.each([
		["GET", "", 405, "invalid_request"],
		["POST", "x".repeat(70_000), 413, "invalid_request"],
	])("O-28 refused before it is read has RFC 6749's error too: %s", async (method, state, status, error) => {
		const init = method === "POST" ? { method, body: new URLSearchParams({ ...form, state }) } : { method };
		const { body, ...answer } = await send(`${gateway.url}/oauth/token`, init);
		expect(answer.status).toBe(status);
		expect(body).toMatchObject({ error, error_description: expect.stringMatching(/./) });
	});

	test.each(["grant_type", "client_id", "client_secret", "scope", "state"])("O-19 X-43 has %s once", async (name) => {
		const twice = `${name}=${form[name] ?? "plan"}&${name}=${form[name] ?? "plan"}`;
		const { [name]: _twice, ...others } = form;
		expectOAuthProblem(await askRaw(`${new URLSearchParams(others)}&${twice}`), 400, "invalid_request");
	});

	test("O-19 may have unknown parameters and empty ones", async () => {
		expectToken(await ask({ scope: "", audience: "anything", state: "xyz" }));
		expectOAuthProblem(await ask({ grant_type: "" }), 400, "invalid_request");
	});

	test.each([
		[undefined, "invalid_request"],
		["password", "unsupported_grant_type"],
		["implicit", "unsupported_grant_type"],
		["CLIENT_CREDENTIALS", "unsupported_grant_type"],
		["client_credentials ", "unsupported_grant_type"],
		['"><script>', "unsupported_grant_type"],
	])("O-28 must name an offered grant: %s is refused", async (grantType, error) => {
		expectOAuthProblem(await ask({ grant_type: grantType }), 400, error);
	});

	test("that is too large is refused in the common error shape", async () => {
		expectProblem(await ask({ state: "x".repeat(70_000) }), 413, "PAYLOAD_TOO_LARGE");
	});

	test("X-05 with JavaScript's own names for parameters is harmless", async () => {
		expectToken(await ask({ __proto__polluted: "1", constructor: "x", toString: "y", hasOwnProperty: "z" }));
	});
});

describe("a scope", () => {
	test.each(["transaction", "plan customer", "eft transaction plan customer"])(
		"may be fewer than all: %s",
		async (scope) => {
			const { body } = await ask({ scope });
			expect(String(body.scope).split(" ").sort()).toEqual(scope.split(" ").sort());
		},
	);

	test("is granted once, even if requested twice", async () => {
		expect((await ask({ scope: "plan  plan" })).body.scope).toBe("plan");
	});

	test("that is unknown is ignored beside a known one, and ecom means all of the credential's", async () => {
		expect((await ask({ scope: "admin transaction offline_access" })).body.scope).toBe("transaction");
		expect((await ask({ scope: "ecom" })).body.scope).toBe(allScopes);
		expect((await ask({ scope: "plan ecom" })).body.scope).toBe(allScopes);
	});

	test.each(["admin", "admin offline_access", "Transaction", "transaction,plan", "*", "__proto__"])(
		"O-28 that is not the credential's is invalid: %s",
		async (scope) => {
			expectOAuthProblem(await ask({ scope }), 400, "invalid_scope");
		},
	);

	test("never exceeds the credential's scopes", async () => {
		const credential = gateway.database.tables
			.updateTable("client_credentials")
			.where("client_id", "=", merchant.client_id);
		await credential.set({ scopes: ["plan"] }).execute();
		const [all, more, ecom] = [await ask(), await ask({ scope: "transaction plan" }), await ask({ scope: "ecom" })];
		await credential.set({ scopes: ["customer", "plan", "transaction", "eft", "event"] }).execute();
		expect(all.body.scope).toBe("plan");
		expect(ecom.body.scope).toBe("plan");
		expectOAuthProblem(more, 400, "invalid_scope");
	});
});

describe("guessing", () => {
	beforeEach(async () => void (await gateway.database.tables.deleteFrom("client_counts").execute()));

	test("O-24 secrets of one client is limited to 20 attempts, for wrong secrets of that client only", async () => {
		const guarded = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
		try {
			const guess = (secret: string) => requestToken(guarded.url, { ...form, client_secret: secret });
			for (let attempt = 0; attempt < 20; attempt++) {
				expectOAuthProblem(await guess(`wrong${attempt}`), 401, "invalid_client");
			}
			const stopped = await guess("wrong again");
			expectOAuthProblem(stopped, 429, "invalid_client");
			const seconds = Number(stopped.headers.get("Retry-After"));
			expect(seconds).toBeGreaterThanOrEqual(1);
			expect(seconds).toBeLessThanOrEqual(60);
			// Otherwise anyone who knows a client id could block its merchant's payments.
			await signIn(guarded.url, merchant);
			await signIn(guarded.url, gateway.secondMerchant);
		} finally {
			await guarded.stop();
		}
	});

	test("O-24 from one address is limited to 60 attempts, for all clients together", async () => {
		const guarded = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
		try {
			const guess = (client_id: string) => requestToken(guarded.url, { ...form, client_id });
			const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => guess(`unknown${index}`)));
			expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(401));
			expectOAuthProblem(await guess("unknown60"), 429, "invalid_client");
			await signIn(guarded.url, merchant);
		} finally {
			await guarded.stop();
		}
	});

	test("O-24 from one /64 is limited to 60 attempts, for all of its addresses together", async () => {
		const { database, clocks } = gateway;
		const environment = { TRUST_PROXY: "127.0.0.1" };
		const guarded = await startTestGateway({ database, clocks, environment });
		try {
			const guess = (index: number, network = "2001:db8:1:2") => {
				const headers = { "X-Forwarded-For": `${network}::${index.toString(16)}` };
				return requestToken(guarded.url, { ...form, client_id: `unknown${index}` }, headers);
			};
			const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => guess(index)));
			expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(401));
			expectOAuthProblem(await guess(60), 429, "invalid_client");
			expectOAuthProblem(await guess(61, "2001:db8:1:3"), 401, "invalid_client");
		} finally {
			await guarded.stop();
		}
	});

	test("O-24 a network that has to wait uses up no client's attempts", async () => {
		const { database, clocks } = gateway;
		const guarded = await startTestGateway({ database, clocks, environment: { TRUST_PROXY: "127.0.0.1" } });
		try {
			const guess = (address: string, client_id: string) =>
				requestToken(guarded.url, { ...form, client_id }, { "X-Forwarded-For": address });
			await Promise.all(Array.from({ length: 60 }, (_, index) => guess("203.0.113.9", `unknown${index}`)));
			for (let attempt = 0; attempt < 20; attempt++) {
				expectOAuthProblem(await guess("203.0.113.9", "target"), 429, "invalid_client");
			}
			expectOAuthProblem(await guess("203.0.113.10", "target"), 401, "invalid_client");
		} finally {
			await guarded.stop();
		}
	});

	test("O-24 does not count correct secrets", async () => {
		const answers = await Promise.all(Array.from({ length: 70 }, () => ask()));
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
	});
});

test("O-46 neither tokens nor secrets are in the log, and no secret is in the database", async () => {
	const { body } = await ask({}, basic());
	await send(`${gateway.url}/oauth/token?client_secret=${merchant.client_secret}`, {
		method: "POST",
		body: goodForm(),
	});
	const log = gateway.logLines.join("");
	expect(log).toContain("/oauth/token");
	for (const secret of [String(body.access_token), merchant.client_secret, basic().Authorization.slice(6)]) {
		expect(log).not.toContain(secret);
	}
	const rows = await gateway.database.tables.selectFrom("client_credentials").selectAll().execute();
	const stored = rows.map((row) => JSON.stringify({ ...row, secret_hash: row.secret_hash.toString("latin1") })).join();
	expect(stored).toContain(merchant.client_id);
	expect(stored).not.toContain(merchant.client_secret);
	expect(rows.map((row) => row.secret_hash.length)).toEqual([32, 32]);
});
