import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createVault, generateMasterKey } from "@cardseal/vault";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openDatabase } from "../../../apps/gateway/src/db/database.ts";
import { createLog, type Gateway, readConfig, startGateway } from "../../../apps/gateway/src/index.ts";
import { type Acquirer, startAcquirer } from "../../../packages/processor-kit/src/acquirer.ts";
import {
	type Answer,
	authorizePath,
	type Client,
	cardToken,
	cardWith,
	type JsonObject,
	salePath,
	signIn,
} from "../../fixtures/client.ts";
import { type TestClocks, testClocks } from "../../fixtures/clock.ts";
import { createTestDatabase, type TestDatabase } from "../../fixtures/database.ts";
import { createTestOperator, type TestOperator } from "../../fixtures/operator.ts";
import { type StaffBrowser, staffBrowser } from "../../fixtures/staff/staff-browser.ts";
import { stepUp } from "../../fixtures/staff/staff-member.ts";
import { day, subscribing } from "../../fixtures/subscriptions/subscribing.ts";
import type { AllTables } from "../../fixtures/tables.ts";
import { liveCards } from "./live-merchant.ts";

// One merchant from its first day to its first dispute, outside the sandbox, with a processor over a network.

const password = "a long walk in the 7 hills";
const card = cardWith(liveCards[0]);
const processorTimeoutMs = 1_000;

let clocks: TestClocks;
let acquirer: Acquirer;
let gateway: Gateway;
let operator: TestOperator;
let tables: AllTables;
let database: TestDatabase;
let directory: string;
let owner: StaffBrowser;
let client: Client;

beforeAll(async () => {
	clocks = testClocks();
	acquirer = await startAcquirer({ now: () => clocks.business.now(), waitingMs: 2 * processorTimeoutMs });
	vi.stubEnv("LIVE_ACQUIRER_URL", acquirer.network.url);
	database = await createTestDatabase();
	tables = openDatabase({ url: database.url, maximumConnections: 2 }).withTables();
	directory = await mkdtemp(join(tmpdir(), "cardseal-story-"));
	const [masterKey, masterKeyFile] = [generateMasterKey(), join(directory, "master.key")];
	await writeFile(masterKeyFile, masterKey, { mode: 0o600 });
	const config = readConfig({
		SANDBOX: "0",
		HOST: "127.0.0.1",
		PORT: "0",
		DATA_DIR: directory,
		DATABASE_URL: database.url,
		DATABASE_CONNECTIONS: "6",
		MASTER_KEY_FILE: masterKeyFile,
		PROCESSOR_TIMEOUT_MS: String(processorTimeoutMs),
		PROCESSORS_MODULE: join(import.meta.dirname, "processors.ts"),
	});
	gateway = await startGateway(config, createLog({ level: "silent" }), {
		clocks,
		retention: { elapsedMs: () => clocks.real.now(), databaseNow: async () => clocks.real.now() },
	});
	operator = createTestOperator(
		{ database: tables.withTables(), clocks },
		{
			config,
			createVault: () =>
				createVault({
					database: tables.withTables(),
					masterKey,
					businessNow: () => clocks.business.now(),
					realNow: () => clocks.real.now(),
				}),
		},
	);
});

afterAll(async () => {
	await gateway.stop();
	await acquirer.stop();
	await tables.destroy();
	await database.drop();
	await rm(directory, { recursive: true });
	vi.unstubAllEnvs();
});

const url = () => `http://127.0.0.1:${gateway.port}`;

function ok({ status, text, body }: Answer): JsonObject {
	expect(status, text).toBe(200);
	return body;
}

const idOf = ({ transaction_id }: JsonObject) => String(transaction_id);
const post = async (path: string, body: JsonObject) => ok(await client.post(path, body));
const read = async (path: string) => ok(await client.get(path));

/** What the acquirer got about a reference, without the card. */
function sentFor(reference: string): JsonObject {
	const request = acquirer.network.received.find(({ kind, path }) => kind === "submit" && path.endsWith(reference));
	if (request === undefined) throw new Error("The acquirer got nothing about this reference.");
	return JSON.parse(request.body);
}

/** Lets real time pass until a condition holds: recovery and notices follow it. */
function eventually(holds: () => Promise<void>): Promise<void> {
	return vi.waitFor(
		async () => {
			clocks.real.advance(60_000);
			await holds();
		},
		{ timeout: 30_000, interval: 200 },
	);
}

test("an operator adds a merchant and its processor account, and the owner goes live", async () => {
	const { json } = await operator.run(
		...["merchant", "add", "--name", "North Bakery", "--owner", "ada@north.example", "--owner-name", "Ada Lovelace"],
	);
	const { merchant_id: demoId, invitation_link: link } = json as Record<string, string>;
	owner = staffBrowser(url());
	await owner.get(new URL(String(link)).pathname);
	expect((await owner.submit({ name: "Ada Lovelace", password })).status).toBe(303);
	await stepUp(owner, { password });
	const before = ok(await owner.api("GET", "account/live"));
	expect(before.missing).toEqual(["processor", "second_factor"]);

	const { secret } = ok(await owner.api("POST", "account/second-factor"));
	const totp = new TOTP({ secret: Secret.fromBase32(String(secret)), algorithm: "SHA1", digits: 6, period: 30 });
	const code = totp.generate({ timestamp: clocks.real.now() });
	ok(await owner.api("POST", "account/second-factor/confirm", { code }));

	const fields = Object.entries(acquirer.network.account).flatMap(([name, value]) => ["--field", `${name}=${value}`]);
	const account = ["processor", "add", String(demoId), "--processor", "example", "--currency", "CAD"];
	expect(await operator.refusalOf(...account, "--field", "api_key=wrong", "--field", "webhook_secret=x")).toContain(
		"does not know this API key",
	);
	await operator.run(...account, ...fields);
	expect(ok(await owner.api("GET", "account/live")).missing).toEqual([]);

	clocks.real.advance(30_000);
	await stepUp(owner, { password, code: totp.generate({ timestamp: clocks.real.now() }) });
	const live = ok(await owner.api("POST", "account/live"));
	expect(live.merchant_id).not.toBe(demoId);
	const added = await operator.run("credential", "add", String(live.merchant_id), "--name", "shop");
	const credential = added.json as { client_id: string; client_secret: string };
	const { json: merchants } = await operator.run("merchant", "list");
	expect(merchants).toMatchObject({ merchants: expect.arrayContaining([expect.objectContaining({ mode: "live" })]) });
	client = await signIn(url(), { ...credential, merchant_id: String(live.merchant_id), public_key: "" });
});

test("a shop sells by token; test cards are refused", async () => {
	const { merchant } = ok(await owner.get("/app/live/api/session"));
	const { public_key: publicKey } = merchant as { public_key: string };
	expect(publicKey).toMatch(/^pklive1/);
	const sale = await post(salePath, { amount: 31, token: await cardToken(publicKey, card), invoice_id: "N-1" });
	expect(sale).toMatchObject({ transaction_result: "APPROVED", test_mode: false });
	expect(sentFor(idOf(sale))).toMatchObject({ amount: 3_100, commerce: "ecommerce", order_number: "N-1" });
	const refused = await client.post(salePath, { amount: 31, ...cardWith("4111111111111111") });
	expect([refused.status, refused.body.reason]).toEqual([400, "test_card_at_live_merchant"]);
});

test("it authorizes, captures a part and refunds", async () => {
	const hold = await post(authorizePath, { amount: 50, ...card });
	const capture = await post(`/transaction-service/capture/${idOf(hold)}`, { amount: 40 });
	const refund = await post(`/transaction-service/refund/${idOf(capture)}`, { amount: 15 });
	expect([capture.transaction_result, refund.transaction_result]).toEqual(["APPROVED", "APPROVED"]);
	expect(sentFor(idOf(refund))).toMatchObject({ type: "refund", amount: 1_500, original: idOf(capture) });
});

test("it renews a subscription, and each charge names the first one to the network", async () => {
	const now = () => clocks.business.now();
	const { plan, customer, subscribe } = subscribing(client, now);
	const created = await customer(0, { first_name: "Grace" });
	const { cards } = await post(`/customer-service/customer/${created.lookup_id}/card`, card);
	const lookup = (cards as { lookup_id: string }[])[0]?.lookup_id;
	const subscription = await subscribe({ ...created, cards: cards as typeof created.cards }, await plan());
	expect(subscription.card_lookup_id).toBe(lookup);
	const renewals = () =>
		tables.selectFrom("transactions").selectAll().where("channel", "=", "RECURRING").orderBy("id").execute();
	for (const [days, results] of [
		[2, ["APPROVED"]],
		[31, ["APPROVED", "APPROVED"]],
	] as const) {
		clocks.business.advance(days * day);
		const resultsOf = async () => (await renewals()).map(({ status }) => status);
		await expect.poll(resultsOf, { timeout: 30_000 }).toEqual(results);
	}
	for (const { transaction_id } of await renewals()) {
		expect(sentFor(transaction_id)).toMatchObject({
			commerce: "recurring",
			initiator: "merchant",
			stored_card: { use: "later", purpose: "recurring", network_id: expect.any(String) },
		});
	}
});

test("a late answer is recorded once, and a dispute and a settlement arrive", async () => {
	acquirer.failNext("submit", "answer_lost");
	const late = await client.post(salePath, { amount: 77, ...card });
	expect([late.status, late.body.transaction_result]).toEqual([402, "PENDING"]);
	const path = `/transaction-service/transaction/${idOf(late.body)}`;
	await eventually(async () => expect((await read(path)).transaction_result).toBe("APPROVED"));

	acquirer.failNext("submit", "accepted");
	const accepted = await client.post(salePath, { amount: 12, ...card });
	expect(accepted.body.transaction_result).toBe("PENDING");
	acquirer.decide(idOf(accepted.body), "declined");
	const decided = `/transaction-service/transaction/${idOf(accepted.body)}`;
	await eventually(async () => expect((await read(decided)).transaction_result).toBe("DECLINED"));

	acquirer.notices.dispute(idOf(late.body), "open");
	await eventually(async () => {
		const { entities } = await read("/transaction-service/dispute");
		expect(entities).toMatchObject([{ transaction_id: idOf(late.body), status: "open", amount: 77 }]);
	});
});

test("in the end the merchant's books agree with the acquirer's, and the settlement is in both", async () => {
	const references = await acquirer.references();
	const entries = await Promise.all(
		references.map(async (reference) => ({ reference, booked: await acquirer.booked(reference) })),
	);
	const theirs = entries.flatMap(({ reference, booked }) =>
		booked
			.filter(({ result, operation }) => result === "approved" && operation !== "verification")
			.map(({ operation, amountCents }) => `${operation} ${reference} ${amountCents}`),
	);
	const rows = await tables.selectFrom("transactions").selectAll().execute();
	const ours = rows
		.filter(({ status }) => status === "APPROVED")
		.map(({ type, transaction_id, amount_cents }) => `${type} ${transaction_id} ${amount_cents}`);
	expect(ours.sort()).toEqual(theirs.sort());
	expect(rows.filter(({ status }) => status === "PENDING")).toEqual([]);

	const settled = rows.filter(({ type, status }) => status === "APPROVED" && type !== "authorization");
	acquirer.notices.settle(settled.map(({ transaction_id }) => transaction_id));
	await eventually(async () => {
		const { entities } = await read("/transaction-service/settlement");
		expect(entities).toMatchObject([{ processor: "example", currency: "CAD" }]);
	});
	const { entities } = await read("/transaction-service/settlement");
	const gross = settled.reduce(
		(cents, { type, amount_cents }) => cents + (type === "refund" ? -1 : 1) * amount_cents,
		0,
	);
	const [{ amount, fee_amount, net_amount } = {}] = entities as Record<string, number>[];
	// The acquirer takes 30 cents for each, and a dollar for the settlement.
	expect([amount, fee_amount, net_amount].map((dollars) => Math.round(Number(dollars) * 100))).toEqual([
		gross - 100,
		30 * settled.length,
		gross - 100 - 30 * settled.length,
	]);
});
