import { createVault, generateMasterKey, type Vault } from "@cardseal/vault";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedSandbox } from "../../../../../apps/gateway/src/sandbox/seed.ts";
import { testClocks } from "../../../../../test/fixtures/clock.ts";
import { openTestTables, type TestTables } from "../../../../../test/fixtures/tables.ts";
import type { Credential } from "../clients/client.ts";
import { findClients } from "../clients/clients.store.ts";
import { type AccessTokens, createAccessTokens } from "./access.ts";
import { insertRevocation } from "./tokens.store.ts";

const publicUrl = "https://pay.example.com";
const clocks = testClocks();
const clock = clocks.real;
const minute = 60_000;

let tables: TestTables;
let vault: Vault;
let credential: Credential;

beforeAll(async () => {
	tables = await openTestTables();
	vault = await createVault({
		database: tables.database.withTables(),
		masterKey: generateMasterKey(),
		businessNow: clock.now,
		realNow: clock.now,
	});
	const addresses = { partnerRedirectUri: "https://p", shopOrigins: [] };
	const { secrets } = await seedSandbox({ database: tables.database, vault, clocks, ...addresses });
	const [found] = await findClients(tables.database, [secrets.merchant.clientId]);
	if (found?.kind !== "merchant") throw new Error("The seed makes this credential.");
	credential = found.credential;
	clock.stop();
});

afterAll(() => tables.drop());

function open(options: { publicUrl?: string; vault?: Vault } = {}): AccessTokens {
	const use = { note: () => undefined };
	return createAccessTokens({ vault, database: tables.database, clock, publicUrl, use, ...options });
}

async function issue(from?: AccessTokens, lifetimeSeconds = 1200): Promise<string> {
	return (from ?? open()).issue(credential, ["transaction"], lifetimeSeconds);
}

describe("an access token", () => {
	test("O-43 carries its credential's merchant, channel and user, within its scopes", async () => {
		const issuedAt = Math.floor(clock.now() / 1000);
		const access = await open().read(await issue());
		expect(access).toMatchObject({
			scopes: ["transaction"],
			merchant: credential.merchant,
			channel: "E_COMMERCE",
			userId: credential.userId,
			expiresAt: (issuedAt + 1200) * 1000,
		});
	});

	test("O-42 expires even if it was verified before", async () => {
		const accessTokens = open();
		const expiresAt = Math.floor(clock.now() / 1000) * 1000 + minute;
		const token = await issue(accessTokens, 60);
		expect(await accessTokens.read(token)).toBeDefined();
		clock.advance(expiresAt + 5_000 - 1 - clock.now());
		expect(await accessTokens.read(token)).toBeDefined();
		clock.advance(1);
		expect(await accessTokens.read(token)).toBeUndefined();
		expect(await open().read(token)).toBeUndefined();
	});

	test.each([
		["https://pay.example.com", "https://pay.example.com", true],
		["https://pay.example.com", "https://pay.example.org", false],
		["https://pay.example.com", "https://pay.example.com/", false],
		["https://pay.example.com", "https://PAY.example.com", false],
		["http://localhost:8080", "http://localhost:8090", true],
		["http://localhost:8080", "https://pay.example.com", false],
		["https://pay.example.com", "http://localhost:8080", false],
		["http://localhost.example.com", "http://localhost:8080", false],
	])("X-08 of %s is read at %s: %s", async (issuer, reader, isRead) => {
		const token = await issue(open({ publicUrl: issuer }));
		expect((await open({ publicUrl: reader }).read(token)) !== undefined).toBe(isRead);
	});

	test("O-35 is refused from the next use after its revocation, on any gateway", async () => {
		const gateways = [open(), open()];
		const token = await issue();
		for (const gateway of gateways) {
			const access = await gateway.read(token);
			if (gateway === gateways[0]) continue;
			await insertRevocation(tables.database, access?.tokenId ?? "", access?.expiresAt ?? 0);
		}
		for (const gateway of gateways) expect(await gateway.read(token)).toBeUndefined();
	});

	test("O-45 gives the same result in a batch as alone", async () => {
		const accessTokens = open();
		const tokens = await Promise.all(Array.from({ length: 12 }, () => issue(accessTokens)));
		const dead = await accessTokens.read(tokens[5] ?? "");
		await insertRevocation(tables.database, dead?.tokenId ?? "", dead?.expiresAt ?? 0);
		const read = await Promise.all([...tokens, ...tokens].map((token) => accessTokens.read(token)));
		expect(read.map((access) => access === undefined)).toEqual(
			[...tokens, ...tokens].map((token) => token === tokens[5]),
		);
	});
});

describe("signing keys", () => {
	test("that cannot be read make a token temporarily unverifiable, not invalid", async () => {
		const token = await issue();
		let isDown = true;
		const accessTokens = open({
			vault: {
				...vault,
				signingKeys: async () => {
					if (isDown) throw new Error("The database is away.");
					return vault.signingKeys();
				},
			},
		});
		await expect(accessTokens.read(token)).rejects.toThrow("The database is away.");
		isDown = false;
		expect(await accessTokens.read(token)).toBeDefined();
	});

	test("are read from the vault at most once a second, however often the public keys are requested", async () => {
		let reads = 0;
		const counting: Vault = {
			...vault,
			signingKeys: () => {
				reads++;
				return vault.signingKeys();
			},
		};
		const accessTokens = open({ vault: counting });
		const first = await accessTokens.publicKeys();
		expect(first).toHaveLength(1);
		for (let asked = 0; asked < 20; asked++) expect(await accessTokens.publicKeys()).toEqual(first);
		expect(reads).toBe(1);
		clock.advance(1_000);
		await accessTokens.publicKeys();
		expect(reads).toBe(2);
	});

	test("O-44 that were destroyed verify no token after a minute, even one that was verified before", async () => {
		const accessTokens = open();
		const token = await issue(accessTokens);
		expect(await accessTokens.read(token)).toBeDefined();
		await sql`update vault.keys set status = 'destroyed', wrapped_secret = null where purpose = 'access_token'`.execute(
			tables.database,
		);
		clock.advance(minute);
		expect(await accessTokens.read(token)).toBeUndefined();
		expect(await open().read(token)).toBeUndefined();
		await expect(issue(accessTokens)).rejects.toThrow("There is no current key");
	});
});
