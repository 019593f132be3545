import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createLog } from "../../../apps/gateway/src/index.ts";
import { type Acquirer, faultsFromSeed, startAcquirer } from "../../../packages/processor-kit/src/acquirer.ts";
import { type Answer, authorizePath, type Client, cardWith, salePath, signIn } from "../../fixtures/client.ts";
import { type TestClocks, testClocks } from "../../fixtures/clock.ts";
import { createTestOperator } from "../../fixtures/operator.ts";
import type { AllTables } from "../../fixtures/tables.ts";
import { randomFrom } from "../random.ts";
import { type LiveGateway, startLiveGateway } from "./live-gateway.ts";
import { addLiveMerchant, decideAccepted, type LiveMerchant, liveCards } from "./live-merchant.ts";

const seed = Number(process.env.LIVE_SEED ?? 7);
const payers = Number(process.env.LIVE_PAYERS ?? 20);
const faultShare = 0.3;
/** Real time: lost answers are waited for. */
const processorTimeoutMs = 1_500;

let clocks: TestClocks;
let acquirer: Acquirer;
let gateway: LiveGateway;
let client: Client;
let merchant: LiveMerchant;
let tables: AllTables;

beforeAll(async () => {
	clocks = testClocks();
	acquirer = await startAcquirer({
		now: () => clocks.business.now(),
		faultOf: (kind) => (hasFaults ? drawFault(kind) : undefined),
	});
	vi.stubEnv("LIVE_ACQUIRER_URL", acquirer.network.url);
	const settings = {
		PROCESSOR_TIMEOUT_MS: String(processorTimeoutMs),
		PROCESSORS_MODULE: join(import.meta.dirname, "processors.ts"),
	};
	gateway = await startLiveGateway({ clocks, log: createLog({ level: "silent" }), settings });
	tables = gateway.tables;
	merchant = await addLiveMerchant({ tables, masterKey: gateway.masterKey, clocks, acquirer });
	client = await signIn(gateway.url, merchant);
});

afterAll(async () => {
	await gateway.close(() => acquirer.stop());
	vi.unstubAllEnvs();
});

const drawFault = faultsFromSeed(seed, faultShare);
let hasFaults = true;

/** Charges, and then captures, refunds or voids if the charge was approved at once. */
async function pay(payer: number): Promise<Answer[]> {
	const random = randomFrom(seed * 1_000 + payer);
	const isHold = random.chance(0.4);
	const card = cardWith(random.pick(liveCards));
	const charged = await client.post(isHold ? authorizePath : salePath, { amount: 99, invoice_id: `${payer}`, ...card });
	if (charged.status !== 200) return [charged];
	const id = String(charged.body.transaction_id);
	if (random.chance(0.2)) return [charged, await client.post(`/transaction-service/void/${id}`, {})];
	if (isHold) return [charged, await client.post(`/transaction-service/capture/${id}`, { amount: 66 })];
	const refunds = [33, 33, 66].map((amount) => client.post(`/transaction-service/refund/${id}`, { amount }));
	return [charged, ...(await Promise.all(refunds))];
}

/** Decides what the acquirer accepted, and gives recovery the time to inquire about everything. */
async function decideAndRecover(): Promise<void> {
	hasFaults = false;
	// A request that is still on its way would arrive after the time that the clocks are about to pass.
	await acquirer.endWaiting();
	await decideAccepted(acquirer);
	await vi.waitFor(
		async () => {
			clocks.real.advance(60_000);
			expect(await pending()).toEqual([]);
		},
		{ timeout: 30_000, interval: 200 },
	);
}

async function pending(): Promise<string[]> {
	const rows = await tables.selectFrom("pending_transactions").select("transaction_id").execute();
	return rows.map(({ transaction_id }) => transaction_id);
}

test("through faults of a live processor nothing is charged twice, nothing is lost and nothing stays pending", async () => {
	const answers = (await Promise.all(Array.from({ length: payers }, (_, payer) => pay(payer)))).flat();
	expect(answers.filter(({ status }) => ![200, 400, 402].includes(status)).map(({ text }) => text)).toEqual([]);
	expect(await pending()).not.toEqual([]);
	await decideAndRecover();

	const rows = await tables.selectFrom("transactions").selectAll().execute();
	const believed = rows.filter(({ status }) => status === "APPROVED");
	const booked = await Promise.all(
		(await acquirer.references()).map(async (reference) => ({ reference, entries: await acquirer.booked(reference) })),
	);
	const approved = booked.flatMap(({ reference, entries }) =>
		entries
			.filter(({ result }) => result === "approved")
			.map((entry) => `${entry.operation} ${reference} ${entry.amountCents}`),
	);
	expect(approved.sort()).toEqual(
		believed.map((row) => `${row.type} ${row.transaction_id} ${row.amount_cents}`).sort(),
	);
	expect(approved).not.toEqual([]);
	for (const { refunded_cents, refunding_cents, amount_cents } of rows) {
		expect(refunded_cents).toBeLessThanOrEqual(amount_cents);
		expect(refunding_cents).toBe(0);
	}
	// Each answer was the truth, or PENDING.
	for (const { body } of answers) {
		const row = rows.find(({ transaction_id }) => transaction_id === body.transaction_id);
		if (row !== undefined) expect(["PENDING", row.status]).toContain(body.transaction_result);
	}
});

/** Posts the acquirer's newest processor event to the gateway's webhook, and returns the status. */
async function notify(change: (body: Buffer) => Buffer = (same) => same): Promise<number> {
	const { headers, body } = acquirer.events.newestWebhook();
	const init = { method: "POST", headers, body: new Uint8Array(change(Buffer.from(body))) };
	const path = `/processors/${merchant.processorAccount}/webhook`;
	return (await fetch(gateway.url + path, init)).status;
}

test("what the acquirer settles is what the gateway has, to the cent", async () => {
	acquirer.settleAll();
	const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
	const [from, to] = [dayOf(clocks.business.now() - 86_400_000), dayOf(clocks.business.now() + 86_400_000)];
	const { run } = createTestOperator({ database: tables.withTables(), clocks });
	const { merchant_id: id } = merchant;
	await vi.waitFor(
		async () => {
			// The gateway reads processor events each minute.
			clocks.real.advance(60_000);
			const { json, text, isComplete } = await run("reconcile", "--from", from, "--to", to, "--merchant", id);
			expect([isComplete, text]).toEqual([true, expect.stringContaining(" 0 open, 0 processor events open")]);
			expect((json as { matched: number }).matched).toBeGreaterThan(0);
		},
		{ timeout: 30_000, interval: 200 },
	);
});

test("a dispute arrives by webhook once, and a forged one not at all", async () => {
	const [charge] = await tables.selectFrom("transactions").selectAll().where("status", "=", "APPROVED").execute();
	if (charge === undefined) throw new Error("Nothing was approved.");
	acquirer.events.dispute(charge.transaction_id, "open");
	expect(await notify((body) => Buffer.from(body.toString().replace(`${charge.amount_cents}`, "1")))).toBe(400);
	expect(await tables.selectFrom("disputes").selectAll().execute()).toEqual([]);
	expect([await notify(), await notify()]).toEqual([204, 204]);
	const disputes = await tables.selectFrom("disputes").selectAll().execute();
	expect(disputes).toMatchObject([{ transaction_id: charge.transaction_id, amount_cents: charge.amount_cents }]);
});
