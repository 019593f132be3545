import * as oauth from "oauth4webapi";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientWithToken, goodCard, salePath } from "../fixtures/client.ts";
import { type Account, startTestGateway, type TestGateway } from "../fixtures/gateway.ts";

// Tests against an independent client library.

let gateway: TestGateway;

beforeAll(async () => {
	gateway = await startTestGateway();
});

afterAll(() => gateway.stop());

/** The tests use plain HTTP on this machine. */
const insecure = { [oauth.allowInsecureRequests]: true };

async function discover(): Promise<oauth.AuthorizationServer> {
	const issuer = new URL(gateway.demo.auth_url);
	const response = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
	return oauth.processDiscoveryResponse(issuer, response);
}

async function grant(account: Account, authentication: oauth.ClientAuth, scope?: string) {
	const server = await discover();
	const client = { client_id: account.client_id };
	const parameters = new URLSearchParams(scope === undefined ? {} : { scope });
	const response = await oauth.clientCredentialsGrantRequest(server, client, authentication, parameters, insecure);
	return oauth.processClientCredentialsResponse(server, client, response);
}

test.each([
	["Basic", oauth.ClientSecretBasic],
	["the form", oauth.ClientSecretPost],
])(
	"O-20 a standard client finds the endpoint, authenticates by %s and charges with its token",
	async (_case, method) => {
		const token = await grant(gateway.merchant, method(gateway.merchant.client_secret));
		expect(token).toMatchObject({ token_type: "bearer", expires_in: 1200 });
		const answer = await clientWithToken(gateway.url, token.access_token).post(salePath, { amount: 31, ...goodCard });
		expect(answer.status).toBe(200);
	},
);

test("a standard client reads a smaller scope, and a refusal", async () => {
	const { scope } = await grant(gateway.merchant, oauth.ClientSecretPost(gateway.merchant.client_secret), "plan");
	expect(scope).toBe("plan");
	const wrong = grant(gateway.merchant, oauth.ClientSecretPost("wrong"));
	await expect(wrong).rejects.toMatchObject({ error: "invalid_client", status: 401 });
	const header = grant(gateway.merchant, oauth.ClientSecretBasic("wrong"));
	await expect(header).rejects.toBeInstanceOf(oauth.WWWAuthenticateChallengeError);
});

test("O-44 a standard resource server accepts the token by the published keys", async () => {
	const server = await discover();
	const { access_token } = await grant(gateway.merchant, oauth.ClientSecretPost(gateway.merchant.client_secret));
	const request = new Request(`${gateway.demo.base_url}${salePath}`, {
		headers: { Authorization: `Bearer ${access_token}` },
	});
	const claims = await oauth.validateJwtAccessToken(server, request, gateway.demo.base_url, insecure);
	expect(claims).toMatchObject({ client_id: gateway.merchant.client_id, sub: gateway.merchant.client_id });
});
