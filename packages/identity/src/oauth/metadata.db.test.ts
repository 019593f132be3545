import { afterAll, beforeAll, expect, test } from "vitest";
import { send } from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";

const publicUrl = "https://pay.example.com";
let gateway: TestGateway;

beforeAll(async () => {
	gateway = await startTestGateway({ environment: { PUBLIC_URL: `${publicUrl}/` } });
});

afterAll(() => gateway.stop());

test("O-47 the metadata describes the service under its public address", async () => {
	const { status, body } = await send(`${gateway.url}/.well-known/oauth-authorization-server`);
	expect(status).toBe(200);
	expect(body).toMatchObject({
		issuer: publicUrl,
		token_endpoint: `${publicUrl}/oauth/token`,
		jwks_uri: `${publicUrl}/.well-known/jwks.json`,
		scopes_supported: [
			...["customer", "plan", "transaction", "eft", "event"],
			...["customer:read", "plan:read", "transaction:read", "eft:read", "event:read"],
		],
		authorization_endpoint: `${publicUrl}/oauth/authorize`,
		revocation_endpoint: `${publicUrl}/oauth/revoke`,
		response_types_supported: ["code"],
		authorization_response_iss_parameter_supported: true,
		grant_types_supported: ["authorization_code", "refresh_token", "client_credentials"],
		code_challenge_methods_supported: ["S256"],
		token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
	});
});

test("O-47 every address in the metadata responds", async () => {
	const { body } = await send(`${gateway.url}/.well-known/oauth-authorization-server`);
	const addresses = Object.entries(body).filter(([name]) => /_endpoint$|_uri$|_documentation$/.test(name));
	expect(addresses.length).toBeGreaterThanOrEqual(3);
	for (const [name, address] of addresses) {
		const { status } = await send(String(address).replace(publicUrl, gateway.url));
		expect([200, 400, 405], name).toContain(status);
	}
});

test("O-44 the published keys are public: no private part, one id each", async () => {
	const { body } = await send(`${gateway.url}/.well-known/jwks.json`);
	const keys = body.keys as Record<string, unknown>[];
	expect(keys.length).toBeGreaterThan(0);
	for (const key of keys) {
		expect(key).toEqual({
			kty: "OKP",
			crv: "Ed25519",
			use: "sig",
			alg: "EdDSA",
			kid: expect.stringMatching(/^[0-9a-f]{16}$/),
			x: expect.stringMatching(/^[\w-]{43}$/),
		});
	}
	expect(new Set(keys.map(({ kid }) => kid)).size).toBe(keys.length);
});
