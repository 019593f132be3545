import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createVault, generateMasterKey, type Vault } from "@cardseal/vault";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, cardToken, goodCard, salePath, signIn } from "../../../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../../../test/fixtures/gateway.ts";
import { masterKeyOf } from "../../../../../../test/fixtures/keys.ts";
import { operatorProgram, runOperator } from "../../../../../../test/fixtures/operator.ts";
import type { AllTables } from "../../../../../../test/fixtures/tables.ts";
import { root } from "../../../../../../test/run/command.ts";

const command = ["--conditions=source", operatorProgram, "keys"];

let gateway: TestGateway;
let client: Client;
/** A customer of the merchant, with a card. */
let customer: string;

beforeAll(async () => {
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
	const created = await client.post("/customer-service/customer", { email: "payer@example.com" });
	customer = String(created.body.lookup_id);
	const withCard = await client.post(`/customer-service/customer/${customer}/card`, goodCard);
	expect(withCard.status, withCard.text).toBe(200);
});

afterAll(() => gateway.stop());

/** The settings of the gateway under test. */
const environment = () => ({
	SANDBOX: "1",
	DATABASE_URL: gateway.database.url,
	DATA_DIR: gateway.database.dataDirectory,
	MASTER_KEY_FILE: "",
	NEXT_MASTER_KEY_FILE: "",
});

/** Runs the program as `npm run keys --` does. */
function keys(...words: string[]) {
	return runOperator(["keys", ...words], environment());
}

/** Returns the JSON answer of the program. */
async function keysJson(...words: string[]) {
	const { code, stdout, output } = await keys(...words, "--json");
	expect(code, output).toBe(0);
	return JSON.parse(stdout);
}

interface ListedKey {
	keyId: string;
	purpose: string;
	merchant?: string;
	status: string;
}

async function list(purpose: string): Promise<ListedKey[]> {
	const { keys: all } = (await keysJson("list")) as { keys: ListedKey[] };
	const { merchant_id } = gateway.merchant;
	return all.filter((key) => key.purpose === purpose && (key.merchant ?? merchant_id) === merchant_id);
}

/** Charges a stored card and a token: together they need every kind of key. */
async function expectToWork(at: Client, token: string): Promise<void> {
	const stored = await at.post(`${salePath}/customer/${customer}`, { amount: 31 });
	expect(stored.status, stored.text).toBe(200);
	const sold = await at.post(salePath, { amount: 31, token });
	expect(sold.status, sold.text).toBe(200);
}

const newToken = (account = gateway.merchant) => cardToken(account.public_key);

describe("npm run keys", () => {
	test("P-15 P-16 rotates a merchant's data key under a running gateway, and destroys the former key", async () => {
		const { merchant_id } = gateway.merchant;
		const rotated = await keysJson("rotate-data", "--merchant", merchant_id);
		expect(rotated).toMatchObject({ stored: 1, resumed: false, keys: [{ merchant: merchant_id }] });
		const [{ formerKeyId, keyId }] = rotated.keys;
		expect(await keysJson("retire", formerKeyId)).toEqual({ keyId: formerKeyId, status: "destroyed" });
		await expectToWork(client, await newToken());
		expect(await list("card_storage")).toMatchObject([
			{ keyId, status: "current" },
			{ keyId: formerKeyId, status: "destroyed" },
		]);
	});

	test("T-11 P-15 rotates a merchant's token key, while pages with the former key go on", async () => {
		const { code, output } = await keys("rotate-token", "--merchant", gateway.merchant.public_key);
		expect(code, output).toBe(0);
		// The page still has the former key.
		await expectToWork(client, await newToken());
		const [former] = (await list("card_token")).filter(({ status }) => status === "retired");
		const refused = await keys("retire", String(former?.keyId));
		expect(refused).toMatchObject({ code: 1, stdout: "" });
		expect(refused.output).toMatch(/^Checkout pages may use this key until \d{4}-\d\d-\d\d\./);
	});

	test("O-44 P-15 rotates the signing key, while issued access tokens stay valid", async () => {
		const [former] = await list("access_token");
		expect(await keysJson("rotate-signing")).toMatchObject({ keys: [{ formerKeyId: former?.keyId }] });
		await expectToWork(client, await newToken());
		const refused = await keys("retire", String(former?.keyId));
		expect(refused.output).toMatch(/^Access tokens signed with this key may be valid until/);
	});

	test("P-11 P-15 rotates the master key without a restart, and the former file can be destroyed", async () => {
		const { dataDirectory } = gateway.database;
		const [file, next] = [join(dataDirectory, "master.key"), join(dataDirectory, "master.key.next")];
		const missing = await keys("rotate-master", "--to", next);
		expect(missing.output).toContain(`npm run keys -- create-master ${next}`);
		const elsewhere = await keys("rotate-master", "--to", join(dataDirectory, "demo.json"));
		expect(elsewhere.output).toContain(`Running gateways read the new master key from ${file} or ${next}`);

		await writeFile(next, generateMasterKey(), { mode: 0o600 });
		const { code, output } = await keys("rotate-master", "--to", next);
		expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(`mv ${next} ${file}`) });
		expect(output).not.toContain((await masterKeyOf(gateway.database)).trim());

		// The gateway reads its signing keys once a minute.
		gateway.clocks.real.advance(60_000);
		await expectToWork(client, await newToken());
		await rename(next, file);
		const restarted = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
		try {
			const there = await signIn(restarted.url, gateway.merchant);
			await expectToWork(there, await newToken());
			gateway.clocks.real.advance(60_000);
			await expectToWork(client, await newToken());
		} finally {
			await restarted.stop();
			await rm(next, { force: true });
		}
	});

	test("lists every key with its merchant, its status and its use", async () => {
		const { code, stdout } = await keys("list");
		expect(code).toBe(0);
		expect(stdout).toMatch(/^Master key [0-9a-f]{16} since \d{4}-\d\d-\d\d, rotate by \d{4}-\d\d-\d\d\n/);
		expect(stdout).toMatch(new RegExp(`card_storage +${gateway.merchant.merchant_id} +current .*stored: 1, rotate by`));
		expect(stdout).toMatch(/card_fingerprint +all +current/);
	});

	test.each<[string, string[], RegExp]>([
		["no command", [], /npm run keys -- list/],
		["an unknown merchant", ["rotate-data", "--merchant", "aaaaaaaaaaaaaaaaaaaa"], /^There is no merchant/],
		["an unknown key", ["retire", "0123456789abcdef"], /^There is no key with this id/],
	])("is refused with %s", async (_what, words, message) => {
		const { code, stdout, output } = await keys(...words);
		expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
		expect(output).toMatch(message);
		expect(output).not.toMatch(/\bat .*\.ts:/);
	});

	test("P-16 refuses to destroy a key in use, and names the rotation", async () => {
		const [current] = (await list("card_storage")).filter(({ status }) => status === "current");
		const { code, output } = await keys("retire", String(current?.keyId), "--compromised");
		expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining("npm run keys -- rotate-data") });
	});
});

describe("a rotation whose process was killed between two batches", () => {
	const owner = { merchantId: 4711, customerId: 1 };
	const cardIds = Array.from({ length: 250 }, (_, index) => `killed${String(index).padStart(3, "0")}`);
	const details = { brand: "Visa", expiryMonth: "08", expiryYear: "29" } as const;

	async function openTestVault(): Promise<Vault> {
		const { tables } = gateway.database;
		const now = () => gateway.clocks.real.now();
		const masterKey = await masterKeyOf(gateway.database);
		return createVault({ database: tables.withTables(), masterKey, businessNow: now, realNow: now });
	}

	test("P-15 leaves every card readable, and is finished by the same command", async () => {
		const { tables } = gateway.database;
		const vault = await openTestVault();
		const { card_number: number, card_expiry_month: month, card_expiry_year: year, cvv2: securityCode } = goodCard;
		const card = vault.cardFromFields({ number, month, year, securityCode }, { id: 1, environment: "test" });
		const store = (cardId: string, customerId: number) =>
			vault.storeCard(tables.withTables(), { cardId, card, owner: { ...owner, customerId } });
		await Promise.all(cardIds.map(store));
		await tables.transaction().execute(async (transaction: AllTables) => {
			// The lock holds the program at its last batch, so it is killed in the middle of its work.
			await transaction
				.selectFrom("vault.stored_cards")
				.select("card_id")
				.where("card_id", "=", String(cardIds.at(-1)))
				.forUpdate()
				.execute();
			const child = spawn("node", [...command, "rotate-data"], {
				cwd: root,
				env: { ...process.env, ...environment() },
				stdio: ["ignore", "ignore", "pipe"],
			});
			await written(child, /re-encrypted: 20\d of/);
			child.kill("SIGKILL");
			await once(child, "close");
		});
		expect(await keyIdsOf()).toHaveLength(2);
		await expectReadable(await openTestVault());

		const rotated = await keysJson("rotate-data");
		expect(rotated).toMatchObject({ resumed: true, unreadable: [] });
		const [keyId, ...others] = await keyIdsOf();
		expect(others).toEqual([]);
		const former = await tables
			.selectFrom("vault.keys")
			.select("key_id")
			.where("merchant_id", "=", owner.merchantId)
			.where("key_id", "!=", String(keyId))
			.execute();
		expect(former).toHaveLength(1);
		expect(await keysJson("retire", String(former[0]?.key_id))).toMatchObject({ status: "destroyed" });
		await expectReadable(await openTestVault());
	});

	async function keyIdsOf(): Promise<string[]> {
		const rows = await gateway.database.tables
			.selectFrom("vault.stored_cards")
			.select("key_id")
			.distinct()
			.where("merchant_id", "=", owner.merchantId)
			.execute();
		return rows.map(({ key_id }) => key_id);
	}

	async function expectReadable(vault: Vault): Promise<void> {
		for (const [index, cardId] of cardIds.entries()) {
			const card = await vault.findStoredCard({ cardId, owner: { ...owner, customerId: index }, details });
			expect(card?.suffix).toBe(goodCard.card_number.slice(-4));
		}
	}
});

/** Resolves when a program has written the text to stderr; rejects when it ends before. */
function written(child: ChildProcess, text: RegExp): Promise<void> {
	return new Promise((resolve, reject) => {
		let all = "";
		child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
			all += chunk;
			if (text.test(all)) resolve();
		});
		child.once("close", () => reject(new Error(`It ended without ${text}:\n${all}`)));
	});
}
