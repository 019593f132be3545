import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FakeGateway, startFakeGateway } from "../../test-support/fake-gateway.ts";
import { type AccessTokens, accessTokens } from "./access-token.ts";

let gateway: FakeGateway;
let nowMs: number;
let logged: string[];

beforeEach(async () => {
	gateway = await startFakeGateway({ lifeSeconds: 1000 });
	nowMs = 50_000;
	logged = [];
});

afterEach(() => gateway.stop());

function open(authUrl = gateway.url): AccessTokens {
	return accessTokens({
		authUrl,
		clientId: "client1",
		clientSecret: "secret1",
		monotonicMs: () => nowMs,
		timeLimitMs: 2_000,
		logError: (message) => void logged.push(message),
	});
}

describe("the access token", () => {
	it("is asked for by the client credentials grant", async () => {
		expect(await open().current()).toBe("access-1");
		expect(Object.fromEntries(gateway.tokenRequests[0] ?? [])).toEqual({
			grant_type: "client_credentials",
			client_id: "client1",
			client_secret: "secret1",
		});
	});

	it("is fetched once for everybody who waits for it", async () => {
		const tokens = open();
		const values = await Promise.all(Array.from({ length: 50 }, () => tokens.current()));
		expect(new Set(values)).toEqual(new Set(["access-1"]));
		expect(gateway.tokenRequests).toHaveLength(1);
	});

	it("is renewed ahead of its end", async () => {
		const tokens = open();
		await tokens.current();
		nowMs += 799_999;
		expect(await tokens.current()).toBe("access-1");
		nowMs += 1;
		expect(await tokens.current()).toBe("access-2");
	});

	it("is renewed once when many requests meet the same refusal", async () => {
		const tokens = open();
		await tokens.current();
		const renewed = await Promise.all(Array.from({ length: 20 }, () => tokens.renew("access-1")));
		expect(new Set([...renewed, await tokens.renew("access-1")])).toEqual(new Set(["access-2"]));
		expect(gateway.tokenRequests).toHaveLength(2);
	});

	it("is undefined while the gateway cannot be reached, and the log tells it without the secret", async () => {
		const tokens = open("http://127.0.0.1:1");
		expect(await tokens.current()).toBeUndefined();
		expect(logged).toEqual(["The gateway gave no access token: TypeError."]);
	});

	it("is undefined when the gateway refuses the credentials, and is asked for again next time", async () => {
		const tokens = open(`${gateway.url}/elsewhere`);
		expect(await tokens.current()).toBeUndefined();
		expect(await tokens.current()).toBeUndefined();
		expect(logged).toHaveLength(2);
		expect(logged.join()).not.toContain("secret1");
	});
});
