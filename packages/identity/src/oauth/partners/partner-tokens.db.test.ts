import { decodeJwt } from "jose";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../../test/fixtures/audit-events.ts";
import {
	type Answer,
	clientWithToken,
	expectProblem,
	goodCard,
	requestToken,
	salePath,
	send,
	signIn,
} from "../../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";
import {
	allScopes,
	approve,
	connect,
	exchange,
	proofKey,
	refresh,
	tokensIn,
} from "../../../../../test/fixtures/partner.ts";

let gateway: TestGateway;
/** Another gateway process on the same database. */
let neighbour: TestGateway;
/** A second partner. */
let otherPartner: { client_id: string; client_secret: string };

beforeAll(async () => {
	gateway = await startTestGateway();
	neighbour = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
	otherPartner = { client_id: "otherpartner12345678", client_secret: gateway.demo.partner.client_secret };
	const { tables } = gateway.database;
	const demoPartner = await tables.selectFrom("partners").selectAll().executeTakeFirstOrThrow();
	const { secret_hash, redirect_uris, created_at } = demoPartner;
	const business = {
		client_id: otherPartner.client_id,
		business_name: "Other",
		secret_hash,
		redirect_uris,
		created_at,
	};
	await tables.insertInto("partners").values(business).execute();
});

afterAll(async () => {
	await neighbour.stop();
	await gateway.stop();
});

function expectOAuthProblem(answer: Answer, error: string): void {
	expectProblem(answer, 400, "BAD_REQUEST");
	expect(answer.body.error).toBe(error);
	expect(answer.body.error_description).toMatch(/^[\x20\x21\x23-\x5B\x5D-\x7E]+$/);
}

/** Returns whether both gateways accept an access token: a sale with it fails only for its empty body. */
async function isAccepted(token: string): Promise<boolean> {
	const answers = await Promise.all(
		[gateway, neighbour].map(({ url }) => clientWithToken(url, token).post(salePath, {})),
	);
	const statuses = new Set(answers.map(({ status }) => status));
	expect(statuses.size, "both gateways agree").toBe(1);
	const [status] = statuses;
	expect([400, 401]).toContain(status);
	return status === 400;
}

async function lastEndOf(token: string): Promise<unknown> {
	const { grant_id } = decodeJwt(token);
	const ends = (await auditEvents(gateway.database.tables, { type: "grant.revoked" })).filter(
		(event) => event.object === grant_id,
	);
	expect(ends.length, "a grant ends once").toBeLessThanOrEqual(1);
	return ends[0]?.details;
}

describe("a code", () => {
	test("O-27 returns exactly the specification's fields, with a refresh token", async () => {
		const answer = await exchange(gateway, await approve(gateway));
		expect(answer.body).toEqual({
			access_token: expect.stringMatching(/^eyJ/),
			token_type: "Bearer",
			refresh_token: expect.stringMatching(/^[A-Za-z0-9]{43}$/),
			expires_in: 1200,
			merchant_id: gateway.merchant.merchant_id,
			scope: allScopes.join(" "),
		});
		expect(answer.headers.get("Cache-Control")).toBe("no-store");
		expect(answer.headers.get("Pragma")).toBe("no-cache");
	});

	test("O-43 returns a token that acts for the merchant, in the name of the staff member who consented", async () => {
		const { access } = await connect(gateway, ["transaction"]);
		expect(decodeJwt(access)).toMatchObject({
			sub: gateway.merchant.merchant_id,
			client_id: gateway.demo.partner.client_id,
			merchant_id: gateway.merchant.merchant_id,
			scope: "transaction",
		});
		const sale = await clientWithToken(gateway.url, access).post(salePath, { amount: 31, ...goodCard });
		expect(sale.body).toMatchObject({ transaction_success: true, transaction_source: "E_COMMERCE" });
		const owner = await gateway.database.tables.selectFrom("staff").selectAll().executeTakeFirstOrThrow();
		expect(sale.body.user_id).toBe(owner.id);
		const own = await signIn(gateway.url, gateway.merchant);
		expect((await own.get(`/transaction-service/transaction/${sale.body.id}`)).status).toBe(200);
	});

	test("X-51 grants no more services than the merchant allowed", async () => {
		const { access } = await connect(gateway, ["plan"]);
		const client = clientWithToken(gateway.url, access);
		expect((await client.get("/plan-service/plan")).status).toBe(200);
		expectProblem(await client.post(salePath, {}), 403, "FORBIDDEN");
	});

	test("X-51 grants only reading where the merchant allowed only that", async () => {
		const { access } = await connect(gateway, ["transaction:read"]);
		const client = clientWithToken(gateway.url, access);
		expect((await client.get("/transaction-service/transaction")).status).toBe(200);
		expectProblem(await client.post(salePath, { amount: 31, ...goodCard }), 403, "FORBIDDEN");
	});

	test("O-12 that is used again is refused, and revokes all of its tokens on every gateway", async () => {
		const code = await approve(gateway);
		const tokens = tokensIn(await exchange(gateway, code));
		expect(await isAccepted(tokens.access)).toBe(true);
		expectOAuthProblem(await exchange(neighbour, code), "invalid_grant");
		expect(await isAccepted(tokens.access)).toBe(false);
		expectOAuthProblem(await refresh(gateway, tokens.refresh), "invalid_grant");
		expect(await lastEndOf(tokens.access)).toEqual({
			partner: gateway.demo.partner.client_id,
			because: "code used twice",
		});
	});

	test("O-12 that is used again without its other parameters revokes nothing", async () => {
		const code = await approve(gateway, { codeChallenge: proofKey.challenge });
		const tokens = tokensIn(await exchange(gateway, code, { code_verifier: proofKey.verifier }));
		const { client_id, client_secret } = gateway.merchant;
		for (const [change, error] of [
			[{ code_verifier: "x".repeat(43) }, "invalid_grant"],
			[{ code_verifier: undefined }, "invalid_grant"],
			[{ code_verifier: proofKey.verifier, redirect_uri: "https://elsewhere.example/" }, "invalid_grant"],
			[{ code_verifier: proofKey.verifier, ...otherPartner }, "invalid_grant"],
			[{ code_verifier: proofKey.verifier, client_id, client_secret }, "unauthorized_client"],
		] as const) {
			expectOAuthProblem(await exchange(gateway, code, change), error);
		}
		const wrongSecret = await exchange(gateway, code, { code_verifier: proofKey.verifier, client_secret: "wrong" });
		expectProblem(wrongSecret, 401, "UNAUTHORIZED");
		expect(await isAccepted(tokens.access)).toBe(true);
	});

	test("O-13 that is exchanged in parallel leaves no valid pair of tokens", async () => {
		const code = await approve(gateway);
		const answers = await Promise.all(
			Array.from({ length: 10 }, (_, index) => exchange(index % 2 === 0 ? gateway : neighbour, code)),
		);
		const [winner, ...others] = answers.filter(({ status }) => status === 200);
		expect(others).toEqual([]);
		for (const answer of answers.filter(({ status }) => status !== 200)) expectOAuthProblem(answer, "invalid_grant");
		if (winner === undefined) throw new Error("one of them comes first");
		const tokens = tokensIn(winner);
		expect(await isAccepted(tokens.access)).toBe(false);
		expectOAuthProblem(await refresh(gateway, tokens.refresh), "invalid_grant");
	});

	test("O-11 expires after a minute", async () => {
		const { real } = gateway.clocks;
		real.stop();
		const [early, late] = [await approve(gateway), await approve(gateway)];
		real.advance(59_999);
		tokensIn(await exchange(gateway, early));
		real.advance(1);
		expectOAuthProblem(await exchange(gateway, late), "invalid_grant");
		real.go();
	});

	test("O-31 of another partner is refused, and stays valid for its own", async () => {
		const code = await approve(gateway);
		expectOAuthProblem(await exchange(gateway, code, otherPartner), "invalid_grant");
		tokensIn(await exchange(gateway, code));
	});

	test("O-14 needs the address of its request, exactly", async () => {
		const code = await approve(gateway);
		const { redirect_uri } = gateway.demo.partner;
		expectOAuthProblem(await exchange(gateway, code, { redirect_uri: undefined }), "invalid_request");
		for (const other of [`${redirect_uri}/`, redirect_uri.toUpperCase(), `${redirect_uri}?a=1`]) {
			expectOAuthProblem(await exchange(gateway, code, { redirect_uri: other }), "invalid_grant");
		}
		tokensIn(await exchange(gateway, code));
	});

	test.each([
		["none", undefined, "invalid_request"],
		["an unknown one", "a".repeat(43), "invalid_grant"],
		["SQL", "' or 1=1 --", "invalid_grant"],
		["a null", "a\u0000b", "invalid_request"],
	])("O-28 that is %s is refused", async (_case, code, error) => {
		expectOAuthProblem(await exchange(gateway, "", { code }), error);
	});
});

describe("a proof key", () => {
	test("O-15 passes with the pair of RFC 7636; a wrong verifier neither passes nor spends the code", async () => {
		const code = await approve(gateway, { codeChallenge: proofKey.challenge });
		expectOAuthProblem(await exchange(gateway, code), "invalid_grant");
		expectOAuthProblem(await exchange(gateway, code, { code_verifier: "y".repeat(43) }), "invalid_grant");
		expectOAuthProblem(await exchange(gateway, code, { code_verifier: proofKey.challenge }), "invalid_grant");
		tokensIn(await exchange(gateway, code, { code_verifier: proofKey.verifier }));
	});

	test("O-15 X-38 for a code without a challenge shows that the challenge was removed", async () => {
		const code = await approve(gateway);
		expectOAuthProblem(await exchange(gateway, code, { code_verifier: proofKey.verifier }), "invalid_request");
	});

	test.each(["short", "x".repeat(42), "x".repeat(129), `${"x".repeat(42)}+`, `${"x".repeat(42)}é`])(
		"O-15 has 43 to 128 plain characters, unlike %s",
		async (code_verifier) => {
			const code = await approve(gateway, { codeChallenge: proofKey.challenge });
			expectOAuthProblem(await exchange(gateway, code, { code_verifier }), "invalid_request");
		},
	);
});

describe("the code grant's parameters", () => {
	function askByQuery(query: Record<string, string>, body: Record<string, string> = {}): Promise<Answer> {
		const { client_id, client_secret } = gateway.demo.partner;
		const authorization = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString("base64")}`;
		return send(`${gateway.url}/oauth/token?${new URLSearchParams(query)}`, {
			method: "POST",
			headers: { Authorization: authorization },
			...(Object.keys(body).length > 0 && { body: new URLSearchParams(body) }),
		});
	}

	const asSpecified = async () => ({
		grant_type: "authorization_code",
		code: await approve(gateway),
		redirect_uri: gateway.demo.partner.redirect_uri,
		state: "xyz",
	});

	test("O-18 may be in the query, as in the specification, without a body", async () => {
		tokensIn(await askByQuery(await asSpecified()));
	});

	test("O-18 may be split between query and form", async () => {
		const { code, ...query } = await asSpecified();
		tokensIn(await askByQuery(query, { code }));
	});

	test("O-19 must be the same in both places", async () => {
		const query = await asSpecified();
		expectOAuthProblem(await askByQuery(query, { code: await approve(gateway) }), "invalid_request");
		tokensIn(await askByQuery(query, { code: query.code }));
	});

	test.each(["client_secret", "refresh_token", "code_verifier"])(
		"O-18 may not be secrets: %s is refused",
		async (name) => {
			expectOAuthProblem(await askByQuery({ ...(await asSpecified()), [name]: "x".repeat(43) }), "invalid_request");
		},
	);

	test("O-18 grant_type and scope of every grant may be in the query", async () => {
		const { refresh: token } = await connect(gateway);
		const { body } = await askByQuery({ grant_type: "refresh_token", scope: "plan" }, { refresh_token: token });
		expect(body.scope).toBe("plan");
	});
});

describe("a refresh token", () => {
	let tokens: { access: string; refresh: string };
	beforeEach(async () => {
		tokens = await connect(gateway);
	});

	test("O-29 returns new tokens and is revoked at once; the previous access token stays valid until it expires", async () => {
		const next = tokensIn(await refresh(gateway, tokens.refresh));
		expect(next.refresh).not.toBe(tokens.refresh);
		expect(await isAccepted(next.access)).toBe(true);
		expect(await isAccepted(tokens.access)).toBe(true);
		const last = tokensIn(await refresh(neighbour, next.refresh));
		expect(await isAccepted(last.access)).toBe(true);
	});

	test("O-30 used again revokes the whole family on every gateway, with an audit event", async () => {
		const next = tokensIn(await refresh(gateway, tokens.refresh));
		const last = tokensIn(await refresh(gateway, next.refresh));
		expectOAuthProblem(await refresh(neighbour, tokens.refresh), "invalid_grant");
		for (const { access } of [tokens, next, last]) expect(await isAccepted(access)).toBe(false);
		expectOAuthProblem(await refresh(gateway, last.refresh), "invalid_grant");
		expect(await lastEndOf(last.access)).toEqual({
			partner: gateway.demo.partner.client_id,
			because: "refresh token used twice",
		});
	});

	test("O-30 used again leaves other grants valid", async () => {
		const other = await connect(gateway);
		await refresh(gateway, tokens.refresh);
		await refresh(gateway, tokens.refresh);
		expect(await isAccepted(other.access)).toBe(true);
		tokensIn(await refresh(gateway, other.refresh));
	});

	test("O-31 of another partner is refused, and its owner's tokens stay valid", async () => {
		expectOAuthProblem(await refresh(gateway, tokens.refresh, otherPartner), "invalid_grant");
		const next = tokensIn(await refresh(gateway, tokens.refresh));
		expectOAuthProblem(await refresh(gateway, tokens.refresh, otherPartner), "invalid_grant");
		expect(await isAccepted(next.access)).toBe(true);
	});

	test("O-32 used by 20 parallel requests has one successor, and the family is revoked", async () => {
		const answers = await Promise.all(
			Array.from({ length: 20 }, (_, index) => refresh(index % 2 === 0 ? gateway : neighbour, tokens.refresh)),
		);
		const [winner, ...others] = answers.filter(({ status }) => status === 200);
		expect(others).toEqual([]);
		if (winner === undefined) throw new Error("one of them comes first");
		const next = tokensIn(winner);
		expect(await isAccepted(next.access)).toBe(false);
		expectOAuthProblem(await refresh(gateway, next.refresh), "invalid_grant");
	});

	test("O-33 may narrow the scopes, and its successor may ask for all again", async () => {
		const answer = await refresh(gateway, tokens.refresh, { scope: "plan" });
		expect(answer.body.scope).toBe("plan");
		expect((await refresh(gateway, tokensIn(answer).refresh)).body.scope).toBe(allScopes.join(" "));
	});

	test.each(["admin", "admin offline_access", "Plan", "plan,customer"])(
		"O-33 may not widen the scopes: %s; the attempt spends nothing",
		async (scope) => {
			expectOAuthProblem(await refresh(gateway, tokens.refresh, { scope }), "invalid_scope");
			tokensIn(await refresh(gateway, tokens.refresh));
		},
	);

	test("O-33 of a narrow consent never returns a wider token", async () => {
		const narrow = await connect(gateway, ["plan"]);
		expectOAuthProblem(await refresh(gateway, narrow.refresh, { scope: "plan transaction" }), "invalid_scope");
	});

	test("O-34 does not expire, unless the operator set a lifetime for the partner", async () => {
		const tables = gateway.database.tables;
		const limit = (seconds: number | null) =>
			tables.updateTable("partners").set({ refresh_token_lifetime_seconds: seconds }).execute();
		await limit(3600);
		const limited = await connect(gateway).finally(() => limit(null));
		gateway.clocks.real.advance(3_601_000);
		expectOAuthProblem(await refresh(gateway, limited.refresh), "invalid_grant");
		gateway.clocks.real.advance(400 * 86_400_000);
		tokensIn(await refresh(gateway, tokens.refresh));
	});

	test.each([
		["none", undefined, "invalid_request"],
		["an unknown one", "a".repeat(43), "invalid_grant"],
		["an access token", "eyJhbGciOiJFZERTQSJ9.e30.AAAA", "invalid_grant"],
	])("O-28 that is %s is refused", async (_case, refresh_token, error) => {
		expectOAuthProblem(await refresh(gateway, "", { refresh_token }), error);
	});
});

describe("grants by kind of client", () => {
	test.each(["authorization_code", "refresh_token"])(
		"O-28 a merchant's own client may not use %s",
		async (grant_type) => {
			const { client_id, client_secret } = gateway.merchant;
			const answer = await requestToken(gateway.url, {
				grant_type,
				client_id,
				client_secret,
				code: "a",
				refresh_token: "a",
			});
			expectOAuthProblem(answer, "unauthorized_client");
		},
	);

	test("O-28 a partner gets no token by client credentials", async () => {
		const { client_id, client_secret } = gateway.demo.partner;
		const answer = await requestToken(gateway.url, { grant_type: "client_credentials", client_id, client_secret });
		expectOAuthProblem(answer, "unauthorized_client");
	});

	test("O-37 a removed partner is no client, and its tokens are revoked", async () => {
		const { access, refresh: token } = await connect(gateway);
		const partner = gateway.database.tables
			.updateTable("partners")
			.where("client_id", "=", gateway.demo.partner.client_id);
		await partner.set({ removed_at: gateway.clocks.real.now() }).execute();
		const answer = await refresh(gateway, token);
		const alive = await isAccepted(access);
		await partner.set({ removed_at: null }).execute();
		expectProblem(answer, 401, "UNAUTHORIZED");
		expect(alive).toBe(false);
	});
});

test("while the database is restored, partners get no tokens, as one that was used in the lost window is unused again", async () => {
	const { tables } = gateway.database;
	const tokens = await connect(gateway);
	const code = await approve(gateway);
	await sql`insert into restores (noticed_at, window_from, missing, kept_file_numbers) values (1, 1, '{}', '{}')`.execute(
		tables,
	);
	const sale = async () => clientWithToken(gateway.url, tokens.access).post(salePath, {});
	try {
		await expect.poll(async () => (await sale()).body.reason).toBe("restored");
		for (const answer of [await refresh(gateway, tokens.refresh), await exchange(gateway, code)]) {
			expect(answer.status, answer.text).toBe(503);
			expect(answer.body).toMatchObject({ reason: "restored", error: "temporarily_unavailable" });
		}
		await signIn(gateway.url, gateway.merchant);
	} finally {
		await tables.deleteFrom("restores").execute();
	}
	await expect.poll(async () => (await sale()).status).toBe(400);
	tokensIn(await refresh(gateway, tokens.refresh));
	tokensIn(await exchange(gateway, code));
});

test("O-46 neither codes nor tokens are in the log or in the database", async () => {
	const code = await approve(gateway);
	const tokens = tokensIn(await exchange(gateway, code));
	await refresh(gateway, tokens.refresh);
	const log = gateway.logLines.join("");
	const { tables } = gateway.database;
	const rows = await Promise.all([
		tables.selectFrom("oauth_codes").selectAll().execute(),
		tables.selectFrom("refresh_tokens").selectAll().execute(),
		tables.selectFrom("oauth_grants").selectAll().execute(),
		auditEvents(gateway.database.tables, { type: "grant.approved" }),
	]);
	const kept = JSON.stringify(rows, (_key, value) =>
		value?.type === "Buffer" ? Buffer.from(value.data).toString("latin1") : value,
	);
	expect(kept).toContain(gateway.demo.partner.redirect_uri);
	for (const secret of [code, tokens.access, tokens.refresh]) {
		expect(log).not.toContain(secret);
		expect(kept).not.toContain(secret);
	}
});
