import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
	type Answer,
	type Client,
	clientWithToken,
	expectProblem,
	goodCard,
	salePath,
	send,
	signIn,
} from "../../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";
import { approve, connect, exchange, refresh, tokensIn } from "../../../../../test/fixtures/partner.ts";
import { deleteExpiredRows } from "../../../../../test/fixtures/retention.ts";

let gateway: TestGateway;
/** Another gateway process on the same database. */
let neighbour: TestGateway;
let client: Client;

beforeAll(async () => {
	gateway = await startTestGateway();
	neighbour = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
});

afterAll(async () => {
	await neighbour.stop();
	await gateway.stop();
});

beforeEach(async () => {
	client = await signIn(gateway.url, gateway.merchant);
});

function revoke(by: Client): Promise<Answer> {
	return by.send("/oauth/revoke_token", { method: "DELETE" });
}

/** Returns whether the token is accepted: a sale with it fails only for its empty body. */
async function isAccepted(by: Client): Promise<boolean> {
	const { status } = await by.post(salePath, {});
	expect([400, 401]).toContain(status);
	return status === 400;
}

describe("a revoked token", () => {
	test("O-35 gets an empty response, and is revoked at once", async () => {
		expect(await isAccepted(client)).toBe(true);
		const answer = await revoke(client);
		expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: "" });
		expect(answer.headers.get("Cache-Control")).toBe("no-store");
		expect(await isAccepted(client)).toBe(false);
	});

	test("O-35 cannot be revoked again", async () => {
		await revoke(client);
		const again = await revoke(client);
		expectProblem(again, 401, "UNAUTHORIZED");
		expect(again.headers.get("WWW-Authenticate")).toContain('error="invalid_token"');
	});

	test("O-35 is refused by every gateway from its next request on, even if used just before", async () => {
		const there = clientWithToken(neighbour.url, client.token);
		expect(await isAccepted(there)).toBe(true);
		await revoke(client);
		expect(await isAccepted(there)).toBe(false);
	});

	test("O-35 is refused for every later request, however many are in flight", async () => {
		const there = clientWithToken(neighbour.url, client.token);
		const busy = Array.from({ length: 20 }, () => there.post(salePath, {}));
		await revoke(client);
		const later = await Promise.all(Array.from({ length: 20 }, () => isAccepted(there)));
		expect(later).toEqual(Array(20).fill(false));
		for (const { status } of await Promise.all(busy)) expect([400, 401]).toContain(status);
	});

	test("leaves other tokens valid", async () => {
		const other = await signIn(gateway.url, gateway.merchant);
		await revoke(client);
		expect((await other.post(salePath, { amount: 31, ...goodCard })).status).toBe(200);
	});

	test("stays revoked after its row is deleted, as it has expired by then", async () => {
		await revoke(client);
		gateway.clocks.real.advance(1_300_000 + 30 * 24 * 3_600_000);
		await deleteExpiredRows(gateway);
		expect(await gateway.database.tables.selectFrom("revoked_tokens").selectAll().execute()).toEqual([]);
		expect(await isAccepted(client)).toBe(false);
	});
});

describe("revoking", () => {
	test.each(["customer", "plan", "transaction", "eft", "event"])("may have any scope: %s", async (scope) => {
		expect((await revoke(await signIn(gateway.url, gateway.merchant, scope))).status).toBe(204);
	});

	test("must be a token, not client credentials", async () => {
		const { client_id, client_secret } = gateway.merchant;
		const authorization = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString("base64")}`;
		const answer = await send(`${gateway.url}/oauth/revoke_token`, {
			method: "DELETE",
			headers: { Authorization: authorization },
		});
		expectProblem(answer, 401, "UNAUTHORIZED");
	});

	test.each([
		["no header", undefined, "access_token_missing"],
		["a header without a token", "Bearer", "access_token_missing"],
		["a header with spaces for a token", "Bearer   ", "access_token_missing"],
		["a forged token", "Bearer abc", "access_token_invalid"],
	])("O-28 with %s is 401 with RFC 6749's error", async (_case, authorization, reason) => {
		const headers = authorization === undefined ? {} : { Authorization: authorization };
		const answer = await send(`${gateway.url}/oauth/revoke_token`, { method: "DELETE", headers });
		expectProblem(answer, 401, "UNAUTHORIZED");
		const { message } = answer.body;
		expect(answer.body).toMatchObject({ reason, error: "invalid_token", error_description: message });
	});

	test("O-28 with a client secret for a token says where the secret goes", async () => {
		const headers = { Authorization: `Bearer ${gateway.merchant.client_secret}` };
		const answer = await send(`${gateway.url}/oauth/revoke_token`, { method: "DELETE", headers });
		expectProblem(answer, 401, "UNAUTHORIZED");
		expect(answer.body.message).toMatch(/^This is a client secret, not an access token\. .* to \/oauth\/token/);
		expect(answer.text).not.toContain(gateway.merchant.client_secret);
	});
});

describe("a partner's token", () => {
	test("O-35 that revokes itself takes the refresh token and all other tokens of the grant with it", async () => {
		const first = await connect(gateway);
		const next = tokensIn(await refresh(gateway, first.refresh));
		const carrier = clientWithToken(gateway.url, first.access);
		const there = clientWithToken(neighbour.url, next.access);
		expect(await isAccepted(there)).toBe(true);
		expect((await revoke(carrier)).status).toBe(204);
		expect(await isAccepted(there)).toBe(false);
		expectProblem(await revoke(carrier), 401, "UNAUTHORIZED");
		expect((await refresh(gateway, next.refresh)).body.error).toBe("invalid_grant");
	});

	test("O-35 leaves other grants valid", async () => {
		const [one, other] = [await connect(gateway), await connect(gateway)];
		await revoke(clientWithToken(gateway.url, one.access));
		expect(await isAccepted(clientWithToken(gateway.url, other.access))).toBe(true);
	});
});

describe("revoking by RFC 7009", () => {
	type Account = { client_id: string; client_secret: string };

	/** Sends a token for revocation, by default as the demo partner. */
	function show(token: string | undefined, by: Account = gateway.demo.partner, hint?: string): Promise<Answer> {
		const { client_id, client_secret } = by;
		const form = { client_id, client_secret, ...(token && { token }), ...(hint && { token_type_hint: hint }) };
		return send(`${gateway.url}/oauth/revoke`, { method: "POST", body: new URLSearchParams(form) });
	}

	test.each([
		["its access token", "access", undefined],
		["its refresh token", "refresh", undefined],
		["its refresh token, with a wrong hint", "refresh", "access_token"],
		["its access token, with an unknown hint", "access", "id_token"],
	] as const)("O-36 a partner revokes its grant with %s", async (_case, kind, hint) => {
		const tokens = await connect(gateway);
		const answer = await show(tokens[kind], undefined, hint);
		expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: {} });
		expect(await isAccepted(clientWithToken(neighbour.url, tokens.access))).toBe(false);
		expect((await refresh(gateway, tokens.refresh)).body.error).toBe("invalid_grant");
		expect((await show(tokens[kind])).status).toBe(200);
	});

	test("O-36 a merchant's client revokes one of its own tokens only", async () => {
		const other = await signIn(gateway.url, gateway.merchant);
		expect((await show(client.token, gateway.merchant)).status).toBe(200);
		expect(await isAccepted(client)).toBe(false);
		expect(await isAccepted(other)).toBe(true);
	});

	test("O-36 an unknown token gets the same response", async () => {
		for (const token of ["x", "eyJhbGciOiJub25lIn0.e30.", client.token.slice(0, -4), "' or 1=1 --"]) {
			const answer = await show(token);
			expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: {} });
		}
	});

	test("O-36 another client's token gets the same response, and stays valid", async () => {
		const tokens = await connect(gateway);
		for (const token of [tokens.access, tokens.refresh]) {
			expect((await show(token, gateway.merchant)).status).toBe(200);
		}
		expect((await show(client.token)).status).toBe(200);
		expect(await isAccepted(client)).toBe(true);
		expect(await isAccepted(clientWithToken(gateway.url, tokens.access))).toBe(true);
		tokensIn(await refresh(gateway, tokens.refresh));
	});

	test("O-36 an authorization code cannot be revoked as a token", async () => {
		const code = await approve(gateway);
		expect((await show(code)).status).toBe(200);
		tokensIn(await exchange(gateway, code));
	});

	test("O-21 needs the client's secret", async () => {
		const tokens = await connect(gateway);
		const { client_id } = gateway.demo.partner;
		const wrong = await show(tokens.refresh, { client_id, client_secret: "wrong" });
		expectProblem(wrong, 401, "UNAUTHORIZED");
		expect(wrong.body.error).toBe("invalid_client");
		tokensIn(await refresh(gateway, tokens.refresh));
	});

	test("O-28 needs a token in the form", async () => {
		const { client_id, client_secret } = gateway.demo.partner;
		const inQuery = await send(`${gateway.url}/oauth/revoke?token=${client.token}`, {
			method: "POST",
			body: new URLSearchParams({ client_id, client_secret }),
		});
		for (const answer of [await show(undefined), inQuery]) {
			expectProblem(answer, 400, "BAD_REQUEST");
			expect(answer.body.error).toBe("invalid_request");
		}
	});
});
