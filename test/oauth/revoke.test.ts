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
} from "../support/client.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
/** Another process of the same service, with a memory of its own. */
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

/** Whether the token still opens the door: the sale behind it is refused for its empty body. */
async function isAlive(by: Client): Promise<boolean> {
	const { status } = await by.post(salePath, {});
	expect([400, 401]).toContain(status);
	return status === 400;
}

describe("a revoked token", () => {
	test("O-35 is answered with nothing, and dead at once", async () => {
		expect(await isAlive(client)).toBe(true);
		const answer = await revoke(client);
		expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: "" });
		expect(answer.headers.get("Cache-Control")).toBe("no-store");
		expect(await isAlive(client)).toBe(false);
	});

	test("O-35 cannot be revoked again", async () => {
		await revoke(client);
		const again = await revoke(client);
		expectProblem(again, 401, "UNAUTHORIZED");
		expect(again.headers.get("WWW-Authenticate")).toContain('error="invalid_token"');
	});

	test("O-35 is dead at every gateway at its next request, also where it was used a moment ago", async () => {
		const there = clientWithToken(neighbour.url, client.token);
		expect(await isAlive(there)).toBe(true);
		await revoke(client);
		expect(await isAlive(there)).toBe(false);
	});

	test("O-35 is dead for every request that begins later, however many are under way", async () => {
		const there = clientWithToken(neighbour.url, client.token);
		const busy = Array.from({ length: 20 }, () => there.post(salePath, {}));
		await revoke(client);
		const later = await Promise.all(Array.from({ length: 20 }, () => isAlive(there)));
		expect(later).toEqual(Array(20).fill(false));
		for (const { status } of await Promise.all(busy)) expect([400, 401]).toContain(status);
	});

	test("takes no other token with it", async () => {
		const other = await signIn(gateway.url, gateway.merchant);
		await revoke(client);
		expect((await other.post(salePath, { amount: 31, ...goodCard })).status).toBe(200);
	});

	test("stays dead when it is cleaned up, because it has expired by then", async () => {
		await revoke(client);
		gateway.clocks.real.advance(1_300_000);
		const next = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
		await next.stop();
		expect(await gateway.database.tables.selectFrom("revoked_tokens").selectAll().execute()).toEqual([]);
		expect(await isAlive(client)).toBe(false);
	});
});

describe("revoking", () => {
	test.each(["customer", "plan", "transaction", "eft"])("needs no scope but any: %s", async (scope) => {
		expect((await revoke(await signIn(gateway.url, gateway.merchant, scope))).status).toBe(204);
	});

	test("needs a token, not a client", async () => {
		const { client_id, client_secret } = gateway.merchant;
		const authorization = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString("base64")}`;
		const answer = await send(`${gateway.url}/oauth/revoke_token`, {
			method: "DELETE",
			headers: { Authorization: authorization },
		});
		expectProblem(answer, 401, "UNAUTHORIZED");
	});
});
