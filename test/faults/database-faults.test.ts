import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { type DatabaseProxy, databaseProxy } from "../fixtures/api/database-proxy.ts";
import { journalOf, transactionsOf } from "../fixtures/api/records.ts";
import {
	type Answer,
	type Client,
	expectProblem,
	goodCard,
	type JsonObject,
	salePath,
	send,
	signIn,
} from "../fixtures/client.ts";
import { execute } from "../fixtures/database.ts";
import { startTestGateway, type TestGateway } from "../fixtures/gateway.ts";
import { subscribing } from "../fixtures/subscriptions/subscribing.ts";

/** Time limits, with a reserve for a machine that does much else. */
const requestLimitMs = 10_000 + 2_000;
const readyLimitMs = 2_000 + 500;

const back = { timeout: 60_000, interval: 100 };

/** The gateway that seeds the database and reads it. */
let home: TestGateway;
/** The gateway behind the proxy. */
let gateway: TestGateway;
let proxy: DatabaseProxy;
let client: Client;

beforeAll(async () => {
	home = await startTestGateway();
});

afterAll(() => home.stop());

beforeEach(async () => {
	proxy = await databaseProxy(home.database.url);
	gateway = await startTestGateway({
		database: home.database,
		clocks: home.clocks,
		// The default number: some jobs' statements may hold a connection that hangs for half a minute.
		environment: { DATABASE_URL: proxy.url, DATABASE_CONNECTIONS: "16" },
	});
	client = await signIn(gateway.url, gateway.merchant);
});

afterEach(async () => {
	// Cut first: a connection that stays silent would hold the stop.
	await proxy.stop();
	await gateway.stop();
});

const sale = (headers = {}) => client.post(salePath, { amount: 31, ...goodCard }, headers);

async function timed(answer: Promise<Answer>): Promise<Answer & { milliseconds: number }> {
	const startedAt = performance.now();
	return { ...(await answer), milliseconds: performance.now() - startedAt };
}

function expectUnavailable(answer: Answer, reason: unknown = "database_unavailable"): void {
	expectProblem(answer, 503, "UNAVAILABLE");
	expect(answer.headers.get("Retry-After")).toBe("1");
	expect(answer.body.reason).toEqual(reason);
}

/** A sale without a key is `outcome_unknown` once a statement of it went out on a connection that was open. */
const unavailableOrUnknown = expect.toBeOneOf(["database_unavailable", "outcome_unknown"]);

async function expectServing(): Promise<void> {
	await vi.waitFor(async () => expect((await sale()).status).toBe(200), back);
	await vi.waitFor(async () => expect((await send(`${gateway.url}/readyz`)).status).toBe(200), back);
}

describe("a hung database connection", () => {
	test.each([
		["one", "last"],
		["each", "open"],
	] as const)(
		"that swallows packets, or %s that is open, is replaced, and no request waits longer",
		async (_count, which) => {
			await Promise.all(Array.from({ length: 5 }, () => client.get("/transaction-service/transaction")));
			proxy.swallow(which);
			const requests = Array.from({ length: 20 }, (_, index) =>
				timed(index % 2 === 0 ? sale() : client.get("/transaction-service/transaction")),
			);
			const answers = await Promise.all(requests);
			for (const answer of answers) {
				// The connection may hang after the processor was asked: then the sale is PENDING.
				if (answer.status === 402) expect(answer.body.reason).toBe("outcome_pending");
				else if (answer.status !== 200) expectUnavailable(answer, unavailableOrUnknown);
				expect(answer.milliseconds).toBeLessThan(requestLimitMs);
			}
			await expectServing();
		},
	);
});

describe("a database that swallows every packet", () => {
	test("is answered with 503 in time, by /readyz within 2 s, and comes back without a restart", async () => {
		proxy.swallow("all");
		const [sold, listed, ready, alive] = await Promise.all([
			timed(sale()),
			timed(client.get("/transaction-service/transaction")),
			timed(send(`${gateway.url}/readyz`)),
			timed(send(`${gateway.url}/healthz`)),
		]);
		expectUnavailable(sold, unavailableOrUnknown);
		for (const answer of [listed, ready]) expectUnavailable(answer);
		for (const { milliseconds } of [sold, listed]) expect(milliseconds).toBeLessThan(requestLimitMs);
		for (const { milliseconds } of [ready, alive]) expect(milliseconds).toBeLessThan(readyLimitMs);
		expect(alive.status).toBe(200);
		proxy.pass();
		await expectServing();
	});
});

describe("a database that refuses", () => {
	const name = () => new URL(home.database.url).pathname.slice(1);
	/** Runs statements beside the gateways, on another database of the server. */
	const run = async (...statements: string[]) => {
		for (const statement of statements) await execute(inject("databaseServerUrl"), statement);
	};
	const cutConnections = () =>
		run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name()}'`);

	test("because it is read-only is answered with 503, by /readyz as well; then connections are replaced", async () => {
		await run(`alter database ${name()} set default_transaction_read_only = on`);
		await cutConnections();
		await vi.waitFor(async () => {
			expectUnavailable(await sale());
			const ready = await send(`${gateway.url}/readyz`);
			expect(ready.status).toBe(503);
			expect(ready.body.message).toMatch(/read-only/);
		}, back);
		await run(`alter database ${name()} reset default_transaction_read_only`);
		await expectServing();
	});

	test("because it has too many connections is answered with 503", async () => {
		await run(`alter database ${name()} connection limit 0`);
		await cutConnections();
		try {
			await vi.waitFor(async () => expectUnavailable(await sale()), back);
		} finally {
			await run(`alter database ${name()} connection limit -1`);
		}
		await expectServing();
	});

	test("because a table is locked is answered with 503 at the deadline, and nothing is written after it", async () => {
		const held = Promise.withResolvers<void>();
		const locked = Promise.withResolvers<void>();
		const { tables } = home.database;
		const lock = tables.transaction().execute(async (transaction) => {
			await transaction.deleteFrom("eft_holds").where("cents", "=", -1).execute();
			// In the order in which the look for a restore reads them.
			await transaction.executeQuery({ sql: "lock table transactions, eft_transactions", parameters: [] } as never);
			locked.resolve();
			await held.promise;
		});
		await Promise.race([locked.promise, lock]);
		const [transfer, payment] = await Promise.all([timed(sendFunds()), timed(sale())]);
		held.resolve();
		await lock;
		for (const answer of [transfer, payment]) {
			expectUnavailable(answer, "outcome_unknown");
			expect(answer.milliseconds).toBeLessThan(requestLimitMs);
		}
		await expectServing();
		expect(await sentTransfers()).toEqual([]);
	});
});

const account = { transit_number: "00012", institution_number: "003", account_number: "1234567" };

async function customerId(): Promise<string> {
	const { body } = await client.post("/customer-service/customer", { email: "dana@example.com" });
	return String(body.lookup_id);
}

async function sendFunds(headers = {}): Promise<Answer> {
	return client.post(`/transaction-service-vt/eft/send/${await customerId()}`, { amount: 31, ...account }, headers);
}

const sentTransfers = () => home.database.tables.selectFrom("eft_transactions").select("amount_cents").execute();

describe("a lost answer of the database", () => {
	test("leaves the outcome of a sale without a key unknown, and never charges it", async () => {
		const earlier = new Set((await transactionsOf(home)).map(({ transaction_id: id }) => id));
		const { lost } = proxy.loseAnswer(/insert-pending/);
		const answer = await sale();
		await lost;
		expectUnavailable(answer, "outcome_unknown");
		expect(answer.body.message).toContain("GET /transaction-service/transaction");
		const written = (await transactionsOf(home)).filter(({ transaction_id: id }) => !earlier.has(id));
		expect(written).toMatchObject([{ status: "PENDING" }]);
		// Sales of earlier tests may reach the processor meanwhile.
		const entries = async () =>
			(await journalOf(home)).filter(({ reference }) => reference === written[0]?.transaction_id);
		expect(await entries()).toEqual([]);
		home.clocks.real.advance(60_000);
		await vi.waitFor(async () => {
			const pending = (await transactionsOf(home)).filter(({ status }) => status === "PENDING");
			expect(pending).toEqual([]);
		}, back);
		expect((await entries()).filter(({ result }) => result === "approved")).toEqual([]);
	});

	test("leaves the outcome of a new customer unknown, and advises to look before another try", async () => {
		const email = "lost@example.com";
		const { lost } = proxy.loseAnswer(/commit/, /insert into "customers"/);
		const answer = await client.post("/customer-service/customer", { email });
		await lost;
		expectUnavailable(answer, "outcome_unknown");
		expect(answer.body.message).toMatch(
			/may have been carried out\. Before you repeat it, check whether it was carried out\.$/,
		);
		const { tables } = home.database;
		expect(await tables.selectFrom("customers").select("email").where("email", "=", email).execute()).toHaveLength(1);
	});

	test("leaves the outcome of an EFT send without a key unknown; with a key, it is the stored response", async () => {
		const { lost } = proxy.loseAnswer(/commit/, /insert into "eft_transactions"/);
		expectUnavailable(await sendFunds(), "outcome_unknown");
		await lost;
		expect(await sentTransfers()).toHaveLength(1);

		const again = proxy.loseAnswer(/commit/, /insert into "eft_transactions"/);
		const keyed = await sendFunds({ "Idempotency-Key": "transfer-1" });
		await again.lost;
		expect(keyed.status, keyed.text).toBe(200);
		expect(await sentTransfers()).toHaveLength(2);
	});

	test("leaves the outcome of a subscription without a key unknown, and says where to look", async () => {
		const subscriber = subscribing(client, () => home.clocks.business.now());
		const [customer, plan] = [await subscriber.customer(), await subscriber.plan()];
		const subscribe = (headers = {}) => {
			const request: JsonObject = { plan_lookup_id: plan, card_lookup_id: customer.cards[0]?.lookup_id };
			const start_date = home.clocks.business.now() + 86_400_000;
			return client.post("/customer-service/customer/subscription", { ...request, start_date }, headers);
		};
		const { lost } = proxy.loseAnswer(/commit/, /insert into "subscriptions"/);
		const answer = await subscribe();
		await lost;
		expectUnavailable(answer, "outcome_unknown");
		expect(answer.body.message).toContain("GET /customer-service/customer/");
		expect((await subscriber.read(customer)).subscriptions).toHaveLength(1);

		// The next commit may be a job's: then a later request uses its connection.
		const after = proxy.loseAnswer(/from "customers"/, /commit/);
		let isLost = false;
		void after.lost.then(() => {
			isLost = true;
		});
		await expect.poll(() => subscribe().then(() => isLost), { timeout: 60_000 }).toBe(true);
	});
});
