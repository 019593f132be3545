import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { verifyLedger } from "../../packages/eft/src/wallet/verify-ledger.store.ts";
import { type DatabaseProxy, databaseProxy } from "../fixtures/api/database-proxy.ts";
import { journalOf, transactionsOf } from "../fixtures/api/records.ts";
import { type Answer, type Client, goodCard, type JsonObject, salePath, signIn } from "../fixtures/client.ts";
import { execute } from "../fixtures/database.ts";
import { startTestGateway, type TestGateway } from "../fixtures/gateway.ts";
import { operatorOf } from "../fixtures/operator.ts";
import { day, type SubscriberBody, subscribing } from "../fixtures/subscriptions/subscribing.ts";
import { randomFrom } from "./random.ts";

const rounds = Number(process.env.CHAOS_ROUNDS ?? 4);
const seed = Number(process.env.CHAOS_SEED ?? 1);

const salesPerRound = 6;
const sendsPerRound = 2;
const subscriptions = 3;
/** Two jobs may wait for one silent connection each: 35 s for its answer, or a minute until PostgreSQL ends its transaction. */
const waiting = { timeout: 150_000, interval: 100 };
/** The time limit of requests that a fault may delay until their deadline. */
const requestLimitMs = 60_000;

/** Reads the database, and races the other gateway for its jobs. */
let home: TestGateway;
/** Serves the requests, behind the proxy. */
let gateway: TestGateway;
let proxy: DatabaseProxy;
let client: Client;

beforeAll(async () => {
	home = await startTestGateway();
	proxy = await databaseProxy(home.database.url);
	gateway = await startTestGateway({
		database: home.database,
		clocks: home.clocks,
		environment: { DATABASE_URL: proxy.url },
	});
	client = await signIn(gateway.url, gateway.merchant);
});

afterAll(async () => {
	await proxy.stop();
	await gateway.stop();
	await home.stop();
});

const name = () => new URL(home.database.url).pathname.slice(1);
const run = (statement: string) => execute(inject("databaseServerUrl"), statement);
const cutConnections = () => run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name()}'`);

/** Begins a fault; the returned function ends it. */
type Fault = () => Promise<() => Promise<void>>;

const nothing = async () => undefined;

const faults: [string, Fault][] = [
	["cut connections", async () => cutConnections().then(() => nothing)],
	[
		"no way to the database",
		async () => {
			await proxy.interrupt();
			return () => proxy.resume();
		},
	],
	[
		"silent connections",
		async () => {
			proxy.swallow("open");
			return nothing;
		},
	],
	["a lost answer to a charge", async () => lose(/insert-pending/)],
	["a lost answer to an outcome", async () => lose(/record-outcome/)],
	["a lost commit", async () => lose(/commit/, /insert into "eft_transactions"/)],
	[
		"a read-only database",
		async () => {
			await run(`alter database ${name()} set default_transaction_read_only = on`);
			await cutConnections();
			return async () => {
				await run(`alter database ${name()} reset default_transaction_read_only`);
				await cutConnections();
			};
		},
	],
];

async function lose(statement: RegExp, after?: RegExp) {
	proxy.loseAnswer(statement, after);
	return nothing;
}

/** Repeats a request with its key, as a careful merchant would, until its answer is final. */
async function persist(path: string, body: JsonObject, key: string): Promise<Answer> {
	const isFinal = (answer: Answer) => answer.status < 500 && answer.status !== 409 && answer.status !== 429;
	return vi.waitFor(
		async () => {
			const answer = await client.post(path, body, { "Idempotency-Key": key });
			// 401 and 500 are final, and fail the test below.
			if (!isFinal(answer) && answer.status !== 500) throw new Error(answer.text);
			return answer;
		},
		{ timeout: requestLimitMs, interval: 50 },
	);
}

interface Sold {
	invoiceId: string;
	id: string;
	isRefunded: boolean;
}

async function sell(invoiceId: string, isToBeRefunded: boolean): Promise<Sold> {
	const sold = await persist(salePath, { amount: 31, invoice_id: invoiceId, ...goodCard }, invoiceId);
	expect([200, 402], sold.text).toContain(sold.status);
	const id = String(sold.body.transaction_id);
	if (!isToBeRefunded || sold.status !== 200) return { invoiceId, id, isRefunded: false };
	const refund = await persist(`/transaction-service/refund/${id}`, { amount: 11 }, `refund ${invoiceId}`);
	expect([200, 402], refund.text).toContain(refund.status);
	return { invoiceId, id, isRefunded: refund.status === 200 };
}

const account = { transit_number: "00012", institution_number: "003", account_number: "1234567" };

async function sendFunds(customer: SubscriberBody, key: string): Promise<void> {
	const sent = await persist(`/transaction-service-vt/eft/send/${customer.lookup_id}`, { amount: 3, ...account }, key);
	expect(sent.status, sent.text).toBe(200);
}

test(
	"after faults of the database, each acknowledged payment is there once, and books, ledger, journal and audit agree",
	async () => {
		const random = randomFrom(seed);
		const subscriber = subscribing(client, () => home.clocks.business.now());
		const plan = await subscriber.plan({ frequency: "DAILY", amount: 31 });
		const customers = await Promise.all(Array.from({ length: subscriptions }, () => subscriber.customer()));
		for (const customer of customers) await subscriber.subscribe(customer, plan);
		const [payee] = customers;
		if (payee === undefined) throw new Error("There is no customer.");

		const sold: Sold[] = [];
		for (let round = 1; round <= rounds; round++) {
			const [title, begin] = random.pick(faults as [(typeof faults)[0]]);
			if (process.env.CHAOS_ROUNDS !== undefined) console.log(`round ${round} of ${rounds}: ${title}`);
			// The merchant's clocks may go back in these days, and then the last payment is due an hour later.
			home.clocks.business.advance(round === rounds ? day + 3_600_000 : day);
			const begun = Array.from({ length: salesPerRound }, (_, index) => sell(`${round}-${index}`, random.chance(0.5)));
			const sends = Array.from({ length: sendsPerRound }, (_, index) => sendFunds(payee, `send ${round}-${index}`));
			const end = await begin();
			// While the fault lasts, some requests begin and fail.
			const during = sell(`${round}-during`, true);
			await client.get("/transaction-service/transaction").catch(() => undefined);
			await end();
			sold.push(...(await Promise.all([...begun, during])));
			await Promise.all(sends);
		}
		proxy.pass();
		// Recovery may inquire about what a fault left PENDING.
		home.clocks.real.advance(60_000);

		await vi.waitFor(async () => {
			const rows = await transactionsOf(home);
			expect(rows.filter(({ status }) => status === "PENDING")).toEqual([]);
			const renewals = rows.filter(({ channel, status }) => channel === "RECURRING" && status === "APPROVED");
			const subscribed = await home.database.tables
				.selectFrom("subscriptions")
				.select(["next_run", "claimed_until", "renewal_failures", "charging_transaction_id"])
				.execute();
			const now = { business: home.clocks.business.now(), real: home.clocks.real.now() };
			expect(renewals, JSON.stringify({ now, subscribed })).toHaveLength(rounds * subscriptions);
		}, waiting);

		const rows = await transactionsOf(home);
		for (const { invoiceId, id, isRefunded } of sold) {
			const sales = rows.filter((row) => row.invoice_id === invoiceId && row.type === "sale");
			expect(sales.map((row) => row.transaction_id)).toEqual([id]);
			if (isRefunded) expect(sales[0]).toMatchObject({ status: "APPROVED", refunded_cents: 1100, refunding_cents: 0 });
		}
		const approved = (await journalOf(home)).filter(
			({ result, operation }) => result === "approved" && operation !== "verification",
		);
		const booked = rows.filter(({ status }) => status === "APPROVED");
		const entry = (reference: string, cents: number) => `${reference} ${cents}`;
		expect(approved.map((row) => entry(row.reference, row.amount_cents)).sort()).toEqual(
			booked.map((row) => entry(row.transaction_id, row.amount_cents)).sort(),
		);

		const transfers = await home.database.tables.selectFrom("eft_transactions").select("transaction_id").execute();
		expect(transfers).toHaveLength(rounds * sendsPerRound);
		expect((await verifyLedger(home.database.tables.withTables())).differences).toEqual([]);
		const audit = await vi.waitFor(() => operatorOf(home).run("audit", "verify"), waiting);
		expect(audit.isComplete, audit.text).not.toBe(false);
	},
	180_000 + rounds * 30_000,
);
