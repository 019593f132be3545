import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createVault, generateMasterKey } from "@cardseal/vault";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { createLog, type Gateway, readConfig, startGateway } from "../../../apps/gateway/src/index.ts";
import { openDatabase } from "../../../packages/platform/src/db/database.ts";
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
import { createTestDatabase, databaseUrl, execute, type TestDatabase } from "../../fixtures/database.ts";
import { createTestOperator, type TestOperator } from "../../fixtures/operator.ts";
import { day } from "../../fixtures/subscriptions/subscribing.ts";
import type { AllTables } from "../../fixtures/tables.ts";
import { addLiveMerchant, type LiveMerchant, liveCards } from "../live/live-merchant.ts";
import { bankEnvironment, createBank } from "./bank.ts";

// A small drill: a live gateway sells, bills and pays, its database is replaced by an older copy under it, and is compared with the
// processor and with the bank files.

const card = cardWith(liveCards[0]);
const declinedCents = 51_00;
const waiting = { timeout: 20_000, interval: 100 };

let clocks: TestClocks;
let acquirer: Acquirer;
let gateway: Gateway;
let client: Client;
let merchant: LiveMerchant;
let database: TestDatabase;
let backup: string;
let directory: string;
let otherDirectory: string;
let masterKey: string;
const gateways: Gateway[] = [];

beforeAll(async () => {
	clocks = testClocks();
	acquirer = await startAcquirer({
		now: () => clocks.business.now(),
		declineOf: ({ amount }) => (amount === declinedCents ? "51" : undefined),
	});
	vi.stubEnv("LIVE_ACQUIRER_URL", acquirer.network.url);
	database = await createTestDatabase();
	backup = `cardseal_test_${randomBytes(6).toString("hex")}`;
	directory = await mkdtemp(join(tmpdir(), "cardseal-restore-"));
	otherDirectory = await mkdtemp(join(tmpdir(), "cardseal-restore-"));
	masterKey = generateMasterKey();
	await writeFile(join(directory, "master.key"), masterKey, { mode: 0o600 });
	gateway = await start(directory);
	merchant = await withTables((tables) => addLiveMerchant({ tables, masterKey, clocks, acquirer }));
	await signInAgain();
});

afterAll(async () => {
	for (const one of gateways) await one.stop();
	await acquirer.stop();
	await execute(inject("databaseServerUrl"), `DROP DATABASE IF EXISTS ${backup} WITH (FORCE)`);
	await database.drop();
	await rm(directory, { recursive: true });
	await rm(otherDirectory, { recursive: true });
	vi.unstubAllEnvs();
});

function configOf(dataDirectory: string) {
	return readConfig({
		SANDBOX: "0",
		HOST: "127.0.0.1",
		PORT: "0",
		METRICS_PORT: "0",
		DATA_DIR: dataDirectory,
		DATABASE_URL: database.url,
		DATABASE_CONNECTIONS: "6",
		MASTER_KEY_FILE: join(directory, "master.key"),
		PROCESSORS_MODULE: join(import.meta.dirname, "../live/processors.ts"),
		...bankEnvironment,
	});
}

async function start(dataDirectory: string): Promise<Gateway> {
	const started = await startGateway(configOf(dataDirectory), createLog({ level: "silent" }), {
		clocks,
		elapsedMs: () => clocks.real.now(),
		databaseNow: async () => clocks.real.now(),
	});
	gateways.push(started);
	return started;
}

async function stop(one: Gateway): Promise<void> {
	gateways.splice(gateways.indexOf(one), 1);
	await one.stop();
}

async function signInAgain(): Promise<void> {
	client = await signIn(`http://127.0.0.1:${gateway.port}`, merchant);
}

async function withTables<Result>(work: (tables: AllTables) => Promise<Result>): Promise<Result> {
	const tables: AllTables = openDatabase({ url: database.url, maximumConnections: 2 }).withTables();
	try {
		return await work(tables);
	} finally {
		await tables.destroy();
	}
}

const nameOf = ({ url }: TestDatabase) => new URL(url).pathname.slice(1);

async function copy(from: string, to: string): Promise<void> {
	await execute(inject("databaseServerUrl"), `CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY WAL_LOG`);
}

/** Copies the database, and starts the gateway again. */
async function backUp(): Promise<void> {
	await stop(gateway);
	await execute(inject("databaseServerUrl"), `DROP DATABASE IF EXISTS ${backup}`);
	await copy(nameOf(database), backup);
	gateway = await start(directory);
	await signInAgain();
}

/** Replaces the database by the backup, as a restore does, while gateways run. */
async function restore(): Promise<void> {
	await execute(databaseUrl(database.url, "postgres"), `DROP DATABASE ${nameOf(database)} WITH (FORCE)`);
	await copy(backup, nameOf(database));
}

async function runOperator(...words: string[]) {
	return withTables((tables) => operatorOn(tables).run(...words));
}

function operatorOn(tables: AllTables): TestOperator {
	return createTestOperator(
		{ database: tables.withTables(), clocks },
		{
			config: configOf(directory),
			createVault: () =>
				createVault({
					database: tables.withTables(),
					masterKey,
					businessNow: () => clocks.business.now(),
					realNow: () => clocks.real.now(),
				}),
		},
	);
}

async function ok(answer: Promise<Answer>): Promise<JsonObject> {
	const { status, body, text } = await answer;
	expect(status, text).toBe(200);
	return body;
}

function expectReason(answer: Answer, status: number, reason: string): void {
	expect({ status: answer.status, reason: answer.body.reason }).toEqual({ status, reason });
}

const sell = (fields: JsonObject = card, key?: string) =>
	client.post(salePath, { amount: 31, ...fields }, keyHeader(key));

const refundOf = (id: unknown, amount: number, key?: string) =>
	client.post(`/transaction-service/refund/${id}`, { amount }, keyHeader(key));

const keyHeader = (key: string | undefined): Record<string, string> =>
	key === undefined ? {} : { "Idempotency-Key": key };

/** Waits until sales are refused in restored mode. Returns such a refusal. */
function restoredAnswer(): Promise<Answer> {
	return vi.waitFor(async () => {
		const answer = await sell();
		expect(answer.body.reason, answer.text).toBe("restored");
		return answer;
	}, waiting);
}

/** Waits until a sale is approved. */
async function soldAgain(): Promise<void> {
	await vi.waitFor(async () => expect((await sell()).status).toBe(200), waiting);
}

/** Lets days pass on all clocks, and waits until the renewals of these days are charged. */
async function pass(days: number, renewals: number): Promise<void> {
	clocks.business.advance(days * day);
	clocks.real.advance(days * day);
	await vi.waitFor(async () => expect(await renewalsAtProcessor()).toBe(renewals), { timeout: 20_000, interval: 50 });
	await signInAgain();
}

/** The subscription's amount is its own. */
const renewalCents = 7_100;

async function bookedAll() {
	const references = await acquirer.references();
	const all = await Promise.all(
		references.map(async (reference) => (await acquirer.booked(reference)).map((entry) => ({ reference, ...entry }))),
	);
	return all.flat().filter(({ operation }) => operation !== "verification");
}

async function renewalsAtProcessor(): Promise<number> {
	return (await bookedAll()).filter(({ amountCents, result }) => amountCents === renewalCents && result === "approved")
		.length;
}

async function ourBooks(): Promise<string[]> {
	return withTables(async (tables) => {
		const rows = await tables.selectFrom("transactions").selectAll().execute();
		// A sale that began before the restore was noticed was not sent, and stays PENDING until recovery asks.
		const approved = rows.filter(({ status }) => status === "APPROVED");
		return approved.map((row) => `${row.type} ${row.transaction_id} ${row.amount_cents} ${row.status}`).sort();
	});
}

/** Waits until our books are these. A renewal is at the processor before its answer is stored. */
async function ourBooksAre(books: string[]): Promise<void> {
	await vi.waitFor(async () => expect(await ourBooks()).toEqual(books), waiting);
}

async function theirBooks(): Promise<string[]> {
	return (await bookedAll())
		.map((entry) => `${entry.operation} ${entry.reference} ${entry.amountCents} ${entry.result.toUpperCase()}`)
		.sort();
}

/** Every row of the tables that reconciling may change. Its events wait in the inbox until the finish. */
async function rowsThere(): Promise<string> {
	return withTables(async (tables) => {
		const names = ["transactions", "pending_transactions", "subscriptions", "renewal_attempts", "event_inbox"] as const;
		const rows = [];
		for (const name of names) rows.push(await tables.selectFrom(name).selectAll().execute());
		return JSON.stringify(rows.map((all) => all.map((row) => JSON.stringify(row)).sort()));
	});
}

test("a restored database loses no payment, charges no period twice and takes no token twice", async () => {
	const customer = await subscribe();
	const kept = await ok(sell());
	const hold = await ok(client.post(authorizePath, { amount: 99, ...card }));
	await pass(1, 1);

	await backUp();

	// The window that is lost.
	const token = await cardToken(merchant.public_key, card, clocks.real.now());
	const lost = [await ok(sell({ token })), await ok(sell())];
	const refund = await ok(client.post(`/transaction-service/refund/${kept.transaction_id}`, { amount: 11 }));
	await ok(client.post(`/transaction-service/capture/${hold.transaction_id}`, { amount: 66 }));
	await ok(client.post(`/transaction-service/void/${lost[1]?.transaction_id}`, {}));
	await pass(1, 2);
	await pass(1, 3);
	const sold = await theirBooks();
	await ourBooksAre(sold);

	await restore();
	const refused = await restoredAnswer();
	expectReason(refused, 503, "restored");
	expect(refused.headers.get("Retry-After")).toBe("60");

	// A gateway that has seen nothing refuses as well, and reads.
	const other = await start(otherDirectory);
	client = await signIn(`http://127.0.0.1:${other.port}`, merchant);
	expectReason(await sell(), 503, "restored");
	expectReason(await client.post(`/transaction-service/refund/${kept.transaction_id}`, { amount: 1 }), 503, "restored");
	await ok(client.get("/transaction-service/transaction"));
	const health = await fetch(`http://127.0.0.1:${other.metricsPort}/readyz?verbose`);
	expect(await health.json()).toMatchObject({ status: "failing", checks: { restored: { ok: false } } });

	expect(await theirBooks()).toEqual(sold);
	const status = await runOperator("restore", "status");
	expect(status).toMatchObject({ isComplete: false, json: { restored: true, reconciled_at: null } });
	await expect(runOperator("restore", "finish", "--reason", "drill")).rejects.toThrow("Run restore reconcile first");
	await expect(runOperator("customer", "erase", merchant.merchant_id, customer)).rejects.toThrow("Erase after restore");

	// Two sales, a refund, a capture, a void and two renewals, one of which may have begun before the restore was noticed.
	const { written, decided, open } = (await runOperator("restore", "reconcile")).json as Record<string, number>;
	expect([Number(written) + Number(decided), open]).toEqual([7, []]);
	expect(await ourBooks()).toEqual(sold);
	const rows = await rowsThere();
	expect((await runOperator("restore", "reconcile")).json).toMatchObject({ written: 0, decided: 0, open: [] });
	expect(await rowsThere()).toBe(rows);
	const read = await ok(client.get(`/transaction-service/transaction/${kept.transaction_id}`));
	expect(read.amount_refunded).toBe(11);
	const told = await ok(client.get(`/transaction-service/transaction/${refund.transaction_id}`));
	expect(told.transaction_message).toContain("reconciled after a restore");

	await runOperator("restore", "finish", "--reason", "drill");
	await soldAgain();
	expectReason(await sell({ token }), 400, "token_unreadable");
	const fresh = await cardToken(merchant.public_key, card, clocks.real.now());
	expect((await sell({ token: fresh })).status).toBe(200);
	await stop(other);
	await pass(1, 4);
	await ourBooksAre(await theirBooks());

	// A loss that was accepted is not reported again.
	await stop(gateway);
	gateway = await start(directory);
	await signInAgain();
	expect((await sell()).status).toBe(200);
});

test("S-22 a restored database uses no bank file number twice, and puts no payment into two files", async () => {
	const bank = await createBank({
		merchant,
		withTables,
		runOperator,
		post: (path, body) => client.post(path, body),
	});
	await bank.send(1);
	await bank.batch();
	await bank.send(2);
	await backUp();

	// The window that is lost: a file whose payments wait in the backup, and one whose payment is lost.
	await bank.batch();
	await bank.send(1);
	await bank.batch();
	await vi.waitFor(async () => {
		const { fileNumbers } = JSON.parse(await readFile(join(directory, "newest-seen.json"), "utf8"));
		expect(fileNumbers).toEqual({ [bankEnvironment.EFT_ORIGINATOR_ID]: 3 });
	}, waiting);

	await restore();
	await restoredAnswer();
	await expect(bank.batch()).rejects.toThrow("The database is restored");
	const open = [
		{ about: expect.stringMatching(/^aft-CARDSEAL01-.*-0003-credits\.txt, line 3$/), problem: expect.any(String) },
	];
	expect((await runOperator("restore", "reconcile")).json).toMatchObject({ adopted_files: 2, open });
	expect((await runOperator("restore", "reconcile")).json).toMatchObject({ adopted_files: 0, open });
	await expect(runOperator("restore", "finish", "--reason", "drill")).rejects.toThrow("1 items are open");
	await runOperator("restore", "finish", "--reason", "drill", "--despite-open");
	await soldAgain();
	await bank.batch();
	expect(bank.received()).toEqual({ files: 3, payments: 4, numbersTwice: [], paymentsTwice: [] });
	await bank.send(1);
	await bank.batch();
	expect(bank.received()).toEqual({ files: 4, payments: 5, numbersTwice: [], paymentsTwice: [] });
	expect((await runOperator("wallet", "verify")).isComplete).toBe(true);
});

/** Everything at the processor except renewals, which go on. */
async function chargesAtProcessor(): Promise<string[]> {
	return (await theirBooks()).filter((entry) => !entry.includes(` ${renewalCents} `));
}

test("H-02 a repeated request finds its payment after a restore, days later, and charges nothing again", async () => {
	const kept = await ok(sell());
	await backUp();

	// The window that is lost.
	const order = { ...card, amount: 47, invoice_id: "INV-1042" };
	const sold = await ok(sell(order, "order 1042"));
	const token = await cardToken(merchant.public_key, card, clocks.real.now());
	const byToken = await ok(sell({ token }, "by token"));
	const declinedOrder = { ...card, amount: declinedCents / 100 };
	const declined = await sell(declinedOrder, "declined");
	expect(declined.status).toBe(402);
	const refund = await ok(refundOf(kept.transaction_id, 11, "refund 1042"));
	await pass(2, (await renewalsAtProcessor()) + 2);
	const booked = await chargesAtProcessor();

	await restore();
	await restoredAnswer();
	await runOperator("restore", "reconcile");
	await runOperator("restore", "finish", "--reason", "drill");
	const again = async (first: JsonObject, send: () => Promise<Answer>) => {
		const answer = await vi.waitFor(async () => {
			const sent = await send();
			expect(sent.body.reason, sent.text).not.toBe("restored");
			return sent;
		}, waiting);
		expect(answer.headers.get("Idempotency-Replayed"), answer.text).toBe("true");
		expect(answer.body).toMatchObject({
			transaction_id: first.transaction_id,
			transaction_result: first.transaction_result,
		});
		return answer;
	};
	expect((await again(sold, () => sell(order, "order 1042"))).body.invoice_id).toBe("INV-1042");
	await again(byToken, () => sell({ token }, "by token"));
	await again(declined.body, () => sell(declinedOrder, "declined"));
	await again(refund, () => refundOf(kept.transaction_id, 11, "refund 1042"));
	expectReason(await sell({ ...order, amount: 48 }, "order 1042"), 422, "idempotency_key_reused");
	expect(await chargesAtProcessor()).toEqual(booked);

	// Another request may use the key once its time is over.
	await pass(2, (await renewalsAtProcessor()) + 2);
	expect((await ok(sell(order, "order 1042"))).transaction_id).not.toBe(sold.transaction_id);
});

/** Subscribes a customer, who pays each day. Returns the customer's lookup_id. */
async function subscribe(): Promise<string> {
	const customer = await ok(client.post("/customer-service/customer", { email: "ada@example.com" }));
	const added = await ok(client.post(`/customer-service/customer/${customer.lookup_id}/card`, card));
	const plan = { name: "Coffee", amount: renewalCents / 100, currency: "CAD", frequency: "DAILY" };
	const { lookup_id: plan_lookup_id } = await ok(client.post("/plan-service/plan", plan));
	await ok(
		client.post("/customer-service/customer/subscription", {
			plan_lookup_id,
			card_lookup_id: added.card_lookup_id,
			start_date: clocks.business.now() + day / 2,
		}),
	);
	return String(customer.lookup_id);
}
