import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { createVault, type SigningKey } from "@cardseal/vault";
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientWithToken, expectProblem, goodCard, salePath, signIn } from "../../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";
import { masterKeyOf, rotateKeys } from "../../../../../test/fixtures/keys.ts";

let gateway: TestGateway;
let signingKey: SigningKey;
let good: { header: Record<string, unknown>; claims: JWTPayload };

beforeAll(async () => {
	gateway = await startTestGateway();
	const { tables } = gateway.database;
	const vault = await createVault({
		database: tables.withTables(),
		masterKey: await masterKeyOf(gateway.database),
		businessNow: () => gateway.clocks.business.now(),
		realNow: () => gateway.clocks.real.now(),
	});
	const [newest] = await vault.signingKeys();
	if (newest === undefined) throw new Error("The gateway has no signing key.");
	signingKey = newest;
	const { token } = await signIn(gateway.url, gateway.merchant);
	good = { header: { ...decodeProtectedHeader(token) }, claims: decodeJwt(token) };
});

afterAll(() => gateway.stop());

const seconds = () => Math.floor(gateway.clocks.real.now() / 1000);

/** A valid token except for the given changes, signed with the gateway's key by default. */
function forge(
	change: { header?: Record<string, unknown>; claims?: Record<string, unknown> },
	key: KeyObject | Uint8Array = signingKey.privateKey,
): Promise<string> {
	const header = { ...good.header, ...change.header } as { alg: string };
	return new SignJWT({ ...good.claims, ...change.claims }).setProtectedHeader(header).sign(key);
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

async function statusOf(token: string): Promise<number> {
	return (await clientWithToken(gateway.url, token).post(salePath, { amount: 31, ...goodCard })).status;
}

async function expectRefused(token: string): Promise<void> {
	const answer = await clientWithToken(gateway.url, token).post(salePath, { amount: 31, ...goodCard });
	expectProblem(answer, 401, "UNAUTHORIZED");
	expect(answer.headers.get("WWW-Authenticate")).toContain('error="invalid_token"');
}

describe("an access token", () => {
	test("O-43 is a JWT whose claims name issuer, audience, client, merchant and scope", () => {
		const publicUrl = gateway.demo.auth_url;
		expect(good.header).toEqual({ alg: "EdDSA", typ: "at+jwt", kid: signingKey.keyId });
		expect(good.claims).toEqual({
			iss: publicUrl,
			aud: publicUrl,
			sub: gateway.merchant.client_id,
			client_id: gateway.merchant.client_id,
			merchant_id: gateway.merchant.merchant_id,
			scope: "customer plan transaction eft event",
			jti: expect.stringMatching(/^[0-9A-Za-z]{20}$/),
			iat: expect.any(Number),
			exp: Number(good.claims.iat) + 1200,
		});
	});

	test("O-44 can be verified with the published keys", async () => {
		const { token } = await signIn(gateway.url, gateway.merchant);
		const keys = createRemoteJWKSet(new URL(`${gateway.url}/.well-known/jwks.json`));
		const { payload } = await jwtVerify(token, keys, {
			issuer: gateway.demo.auth_url,
			audience: gateway.demo.auth_url,
			typ: "at+jwt",
			requiredClaims: ["iss", "exp", "aud", "sub", "client_id", "iat", "jti"],
		});
		expect(payload.merchant_id).toBe(gateway.merchant.merchant_id);
	});

	test("O-44 signed by a retired key stays valid, while its successor signs new ones", async () => {
		const { token } = await signIn(gateway.url, gateway.merchant);
		const now = gateway.clocks.real.now();
		const masterKey = await masterKeyOf(gateway.database);
		await rotateKeys({ database: gateway.database.tables, masterKey, now, purpose: "access_token" });
		const next = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
		const there = (bearer: string) => clientWithToken(next.url, bearer).post(salePath, { amount: 31, ...goodCard });
		try {
			expect((await there(token)).status).toBe(200);
			const renewed = await signIn(next.url, gateway.merchant);
			expect(decodeProtectedHeader(renewed.token).kid).not.toBe(signingKey.keyId);
			// A gateway looks for unknown keys at most once a second.
			gateway.clocks.real.advance(1_000);
			expect(await statusOf(renewed.token)).toBe(200);
		} finally {
			await next.stop();
		}
	});
});

describe("a forger who has the key", () => {
	test("is accepted when all claims are right, which gives the refusals below their meaning", async () => {
		expect(await statusOf(await forge({}))).toBe(200);
	});

	test.each([
		["typ", "JWT"],
		["typ", "id+jwt"],
		["typ", undefined],
		["kid", undefined],
		["kid", "unknown"],
		["kid", "../../etc/passwd"],
		["kid", "' or 1=1 --"],
		["jku", "https://evil.example/keys"],
		["jwk", { kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" }],
		["x5u", "https://evil.example/cert"],
		["x5c", ["MII"]],
	])("O-40 O-41 is refused with the header %s: %j", async (name, value) => {
		await expectRefused(await forge({ header: { [name]: value } }));
	});

	test.each([
		["iss", "https://evil.example"],
		["iss", undefined],
		["aud", "https://evil.example"],
		["aud", undefined],
		["aud", ["https://evil.example"]],
		["sub", undefined],
		["client_id", undefined],
		["client_id", "unknown"],
		["jti", undefined],
		["merchant_id", undefined],
		["merchant_id", "unknown"],
		["scope", undefined],
		["iat", undefined],
		["exp", undefined],
		["exp", "9999999999"],
		["exp", 1.5],
		["exp", -1],
		["exp", 1e300],
		["exp", 0],
		["iat", "0"],
		["iat", -1],
	])("O-42 is refused with the claim %s: %j", async (name, value) => {
		await expectRefused(await forge({ claims: { [name]: value } }));
	});

	test("O-42 is refused before and after the token's time, with a few seconds of tolerance", async () => {
		gateway.clocks.real.stop();
		const now = seconds();
		await expectRefused(await forge({ claims: { exp: now - 10 } }));
		await expectRefused(await forge({ claims: { iat: now + 60, exp: now + 600 } }));
		await expectRefused(await forge({ claims: { nbf: now + 60 } }));
		expect(await statusOf(await forge({ claims: { exp: now - 2 } }))).toBe(200);
		gateway.clocks.real.go();
	});

	test("O-43 cannot name another merchant", async () => {
		await expectRefused(await forge({ claims: { merchant_id: gateway.secondMerchant.merchant_id } }));
	});

	test("X-51 cannot name an unknown service", async () => {
		expect(await statusOf(await forge({ claims: { scope: "admin Transaction *" } }))).toBe(403);
	});
});

describe("a forger who has no key", () => {
	test("X-07 is refused with another key under the gateway's key id", async () => {
		const { privateKey } = generateKeyPairSync("ed25519");
		await expectRefused(await forge({}, privateKey));
	});

	test("X-07 is refused without a signature, in any spelling", async () => {
		for (const alg of ["none", "None", "NONE", ""]) {
			await expectRefused(`${encode({ ...good.header, alg })}.${encode(good.claims)}.`);
		}
	});

	test("X-07 is refused when the public key is used as a shared secret", async () => {
		const jwk = signingKey.publicKey.export({ format: "jwk" });
		const pem = signingKey.publicKey.export({ format: "pem", type: "spki" });
		for (const secret of [Buffer.from(String(jwk.x), "base64url"), Buffer.from(String(pem))]) {
			await expectRefused(await forge({ header: { alg: "HS256" } }, secret));
		}
	});

	test("X-07 is refused when claims are changed under a valid signature", async () => {
		const [header, , signature] = (await forge({})).split(".");
		const claims = encode({ ...good.claims, merchant_id: gateway.secondMerchant.merchant_id });
		await expectRefused(`${header}.${claims}.${signature}`);
	});
});
