import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { parsePublicKey } from "@cardseal/encrypt";
import { createVault, generateMasterKey, type Vault } from "@cardseal/vault";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../../../packages/platform/src/clock.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { demoFileOf, writeDemoFile } from "./demo-file.ts";
import { deriveDemoSecrets } from "./demo-secrets.ts";
import { seedSandbox } from "./seed.ts";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const redirectUri = "http://localhost:8081/partner/callback";

let installations: { tables: TestTables; vault: Vault; masterKey: string }[];

beforeAll(async () => {
	installations = await Promise.all([install(), install()]);
});

afterAll(async () => {
	for (const { tables } of installations) await tables.drop();
});

async function install() {
	const tables = await openTestTables();
	const masterKey = generateMasterKey();
	return { tables, masterKey, vault: await openOn(tables, masterKey) };
}

function openOn(tables: TestTables, masterKey: string): Promise<Vault> {
	const now = systemClock.now;
	return createVault({ database: tables.database.withTables(), masterKey, businessNow: now, realNow: now });
}

/** The first of the two installations. */
function first() {
	const [installation] = installations;
	if (installation === undefined) throw new Error("There are two installations.");
	return installation;
}

const clocks = { business: systemClock, real: systemClock };
const shopOrigins = ["http://127.0.0.1:8081", "http://localhost:8081"];

function seed(vault = first().vault, partnerRedirectUri = redirectUri) {
	const { database } = first().tables;
	return seedSandbox({ database, vault, clocks, partnerRedirectUri, shopOrigins });
}

/** Returns every secret by its path in `DemoSecrets`. */
function flat(value: object, path = ""): [string, string][] {
	return Object.entries(value).flatMap(([name, part]) =>
		typeof part === "string" ? [[`${path}${name}`, part] as [string, string]] : flat(part, `${path}${name}.`),
	);
}

describe("the demo accounts' secrets", () => {
	test("are the same at every start", async () => {
		const { tables, masterKey, vault } = first();
		expect(deriveDemoSecrets(await openOn(tables, masterKey))).toEqual(deriveDemoSecrets(vault));
	});

	test("differ from each other and between installations", () => {
		const secrets = installations.flatMap(({ vault }) => flat(deriveDemoSecrets(vault)));
		const drawn = secrets.filter(([path]) => !path.endsWith("email")).map(([, secret]) => secret);
		expect(drawn).toHaveLength(20);
		expect(new Set(drawn).size).toBe(drawn.length);
	});

	test("O-20 contain only letters and digits, so that every reading of HTTP Basic agrees", () => {
		for (const [path, secret] of flat(deriveDemoSecrets(first().vault))) {
			if (path.endsWith("Id")) expect(secret, path).toMatch(/^[0-9A-Za-z]{20}$/);
			if (path.endsWith("clientSecret")) expect(secret, path).toMatch(/^sktest[0-9A-Za-z]{49}$/);
			if (path.endsWith("password")) expect(secret, path).toMatch(/^(?=.*[0-9])(?=.*[a-z])[0-9A-Za-z]{18}$/);
		}
	});

	test("E-05 end in a checksum, so that secret scanners can recognise them", () => {
		for (const [path, secret] of flat(deriveDemoSecrets(first().vault))) {
			if (!path.endsWith("clientSecret")) continue;
			const tail = [...secret.slice(-6)].reverse();
			const checksum = tail.reduce((sum, character) => sum * 62 + base62.indexOf(character), 0);
			expect(checksum, path).toBe(crc32(secret.slice(0, -6)));
		}
	});
});

describe("seedSandbox", () => {
	test("creates everything once, even when several gateways start at the same time", async () => {
		const seeds = await Promise.all([seed(), seed(), seed()]);
		for (const one of seeds) expect(one).toEqual(await seed());
		const { database } = first().tables;
		const rows = async (table: "merchants" | "staff" | "client_credentials" | "partners") =>
			(await database.selectFrom(table).selectAll().execute()).length;
		expect([
			await rows("merchants"),
			await rows("staff"),
			await rows("client_credentials"),
			await rows("partners"),
		]).toEqual([2, 2, 2, 1]);
	});

	test("gives each merchant a different public key", async () => {
		const { publicKey, secondPublicKey } = await seed();
		expect(parsePublicKey(publicKey).environment).toBe("test");
		expect(parsePublicKey(publicKey).keyId).not.toBe(parsePublicKey(secondPublicKey).keyId);
	});

	test("allows the first merchant's card form in the shop, and the second merchant's on no origin", async () => {
		const { secrets } = await seed();
		const allowed = await first()
			.tables.database.selectFrom("widget_origins")
			.innerJoin("merchants", "merchants.id", "widget_origins.merchant_id")
			.select(["merchants.merchant_id", "origin"])
			.orderBy("origin")
			.execute();
		expect(allowed).toEqual(shopOrigins.map((origin) => ({ merchant_id: secrets.merchant.publicId, origin })));
	});

	test("P-30 stores no secret and no password, in no table", async () => {
		const { secrets } = await seed();
		const { database } = first().tables;
		const stored = JSON.stringify([
			await database.selectFrom("client_credentials").selectAll().execute(),
			await database.selectFrom("staff").selectAll().execute(),
			await database.selectFrom("partners").selectAll().execute(),
		]);
		expect(stored).toContain(secrets.merchant.clientId);
		for (const [path, secret] of flat(secrets)) {
			if (!/clientSecret|password/.test(path)) continue;
			expect(stored, path).not.toContain(secret);
			expect(stored, path).not.toContain(Buffer.from(secret).toString("hex"));
		}
	});

	test("follows the shop when its address changes", async () => {
		await seed(first().vault, "http://localhost:9999/partner/callback");
		const partner = await first().tables.database.selectFrom("partners").select("redirect_uris").executeTakeFirst();
		expect(partner?.redirect_uris).toEqual(["http://localhost:9999/partner/callback"]);
	});
});

describe("demo.json", () => {
	test("holds everything needed to try the sandbox, readable by its owner only", async () => {
		const directory = await mkdtemp(join(tmpdir(), "cardseal-demo-file-"));
		try {
			const made = await seed();
			const addresses = {
				publicUrl: "http://localhost:8080",
				shopUrl: "http://localhost:8081",
				partnerRedirectUri: redirectUri,
			};
			const content = demoFileOf(made, addresses);
			const path = await writeDemoFile(directory, content);
			expect(JSON.parse(await readFile(path, "utf8"))).toEqual({
				auth_url: "http://localhost:8080",
				base_url: "http://localhost:8080",
				dashboard_url: "http://localhost:8080/app",
				shop_url: "http://localhost:8081",
				client_id: made.secrets.merchant.clientId,
				client_secret: made.secrets.merchant.clientSecret,
				merchant_id: made.secrets.merchant.publicId,
				email: made.secrets.merchant.email,
				password: made.secrets.merchant.password,
				public_key: made.publicKey,
				second_merchant: {
					client_id: made.secrets.secondMerchant.clientId,
					client_secret: made.secrets.secondMerchant.clientSecret,
					merchant_id: made.secrets.secondMerchant.publicId,
					email: made.secrets.secondMerchant.email,
					password: made.secrets.secondMerchant.password,
					public_key: made.secondPublicKey,
				},
				partner: {
					client_id: made.secrets.partner.clientId,
					client_secret: made.secrets.partner.clientSecret,
					redirect_uri: redirectUri,
				},
			});
			expect((await stat(path)).mode & 0o777).toBe(0o600);
			await writeDemoFile(directory, content);
			expect(await readdir(directory)).toEqual(["demo.json"]);
		} finally {
			await rm(directory, { recursive: true });
		}
	});
});
