import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { ReadDisk } from "../../../apps/gateway/src/web/health/checks.ts";
import { listMerchants } from "../../../packages/merchants/src/merchants.store.ts";
import {
	addProcessorAccount,
	removeProcessorAccount,
} from "../../../packages/merchants/src/processor-accounts/processor-accounts.ts";
import { operator } from "../../../packages/platform/src/audit/event.ts";
import { type DatabaseProxy, databaseProxy } from "../../fixtures/api/database-proxy.ts";
import { type Client, cardWith, goodCard, type JsonObject, salePath, signIn } from "../../fixtures/client.ts";
import { testClocks } from "../../fixtures/clock.ts";
import { startOwnServer } from "../../fixtures/database/own-server.ts";
import { execute } from "../../fixtures/database.ts";
import { type GatewayHome, makeGatewayHome, startTestGateway, type TestGateway } from "../../fixtures/gateway.ts";
import { smtpRefusal, startSmtpServer, type TestSmtpServer } from "../../fixtures/mail/smtp-server.ts";
import { operatorOf } from "../../fixtures/operator.ts";
import { processorAccountsOf } from "../../fixtures/processors/accounts.ts";
import { farAccount, testMemo } from "../../fixtures/processors/far.ts";
import { day, subscribing } from "../../fixtures/subscriptions/subscribing.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../fixtures/webhook-receiver.ts";
import type { TimeSeries } from "./promql.ts";
import { readRules } from "./rules.ts";
import { type Firing, firingAt, lastMinute, parseScrape, type Scrape, timelineOf } from "./timeline.ts";

// One gateway gets a fault after another. Each must fire its alerts and no others.

const rules = readRules();
/** Its pool. */
const gatewayConnections = 6;
const target = { job: "cardseal", instance: "gateway:9464" };

let home: GatewayHome;
let proxy: DatabaseProxy;
let gateway: TestGateway;
let client: Client;
let smtp: TestSmtpServer;
let receiver: WebhookReceiver;

const clocks = testClocks();
/** Elapsed time and the database's clock are ahead by so many ms. */
const ahead = { elapsed: 0, database: 0 };
const elapsedMs = () => performance.now() + ahead.elapsed;
let scrapedAt = Number.NEGATIVE_INFINITY;
const plenty: Awaited<ReturnType<ReadDisk>> = { bavail: 10_000_000, blocks: 20_000_000, bsize: 4_096 };
let disk = plenty;
let refusesMail = false;

const within = { timeout: 50_000, interval: 200 };

beforeAll(async () => {
	home = await makeGatewayHome();
	proxy = await databaseProxy(home.url);
	receiver = await startWebhookReceiver();
	smtp = await startSmtpServer({
		onMailFrom: (_address, _session, callback) => callback(refusesMail ? smtpRefusal(451) : null),
	});
	gateway = await startWatched(home, { DATABASE_URL: proxy.url, SMTP_URL: `smtp://localhost:${smtp.port}` });
});

afterAll(async () => {
	if (process.env.RECORD_ALERTS) await writeFile(process.env.RECORD_ALERTS, JSON.stringify(recorded));
	await gateway.stop();
	await Promise.all([proxy.stop(), smtp.stop(), receiver.close()]);
	await home.remove();
});

/** Starts a gateway whose clocks and disk the faults control. */
function startWatched(database: GatewayHome, environment: Record<string, string> = {}): Promise<TestGateway> {
	return startTestGateway({
		database,
		clocks,
		processorTimeoutMs: 1_000,
		elapsedMs,
		databaseNow: async () => clocks.real.now() + ahead.database,
		readDisk: async () => disk,
		environment: { METRICS_PORT: "0", DATABASE_CONNECTIONS: String(gatewayConnections), ...environment },
	});
}

/** The gateway that is scraped. */
let metricsUrl = () => gateway.metricsUrl;

/** As Prometheus scrapes: `up` is 0 when nothing answers. */
async function scrape(): Promise<Scrape> {
	// The gateway reads the backlogs again after 5 s.
	ahead.elapsed += Math.max(0, scrapedAt + 5_000 - elapsedMs());
	try {
		const response = await fetch(`${metricsUrl()}/metrics`);
		return [{ name: "up", labels: target, value: 1 }, ...parseScrape(await response.text(), target)];
	} catch {
		return [{ name: "up", labels: target, value: 0 }];
	} finally {
		scrapedAt = elapsedMs();
	}
}

const sale = (fields: JsonObject = {}) => client.post(salePath, { amount: 31, ...goodCard, ...fields });

/** Makes the others wait for a table, apart from those that only read unless the lock is `access exclusive`. */
async function lock(table: string, mode = "exclusive"): Promise<() => Promise<void>> {
	const transaction = await home.tables.startTransaction().execute();
	await sql`lock table ${sql.table(table)} in ${sql.raw(mode)} mode`.execute(transaction);
	return async () => void (await transaction.rollback().execute());
}

/** Leaves a sale without an outcome, and stops the clock, because recovery asks after a second. Returns its id. */
async function loseAnswer(): Promise<string> {
	clocks.real.stop();
	const { body } = await sale(cardWith("4000000000000259"));
	expect(body.transaction_result).toBe("PENDING");
	return String(body.transaction_id);
}

/** A processor for an account that was closed. */
const refusesAccount: Parameters<typeof farAccount>[0] = {
	name: "far",
	submit: async () => ({
		result: "declined",
		declineClass: "configuration",
		declineCode: "account_refused",
		message: "The account is closed.",
		processorTransactionId: "",
	}),
	inquire: async () => ({ result: "not_received" }),
};

interface Fault {
	what: string;
	alerts: string[];
	/** Causes it and returns what ends it. */
	cause: () => Promise<() => unknown>;
	/** Labels of one of the alerts. */
	labels?: Record<string, string>;
	/** Alerts that earlier faults left, and that may fire before this one. */
	still?: string[];
}

const faults: Fault[] = [
	{
		what: "a disk without space",
		alerts: ["DiskNearlyFull"],
		async cause() {
			disk = { ...plenty, bavail: 1_000 };
			return () => {
				disk = plenty;
			};
		},
	},
	{
		what: "a clock that is ahead",
		alerts: ["ClocksDiffer"],
		async cause() {
			ahead.database = 900;
			return () => {
				ahead.database = 0;
			};
		},
	},
	{
		what: "tables of a newer version",
		alerts: ["SchemaDiffers"],
		async cause() {
			await sql`insert into applied_migrations select (jsonb_populate_record(applied, '{"name": "9999_later"}')).*
				from applied_migrations applied limit 1`.execute(home.tables);
			return () => sql`delete from applied_migrations where name = '9999_later'`.execute(home.tables);
		},
	},
	{
		what: "a database that was restored",
		alerts: ["DatabaseRestored"],
		async cause() {
			await sql`insert into restores (noticed_at, window_from, missing, kept_file_numbers) values (1, 1, '{}', '{}')`.execute(
				home.tables,
			);
			return () => sql`delete from restores`.execute(home.tables);
		},
	},
	{
		what: "an event loop that is blocked",
		alerts: ["EventLoopBusy"],
		async cause() {
			const timer = setInterval(() => {
				const until = performance.now() + 250;
				while (performance.now() < until);
			}, 600);
			return () => clearInterval(timer);
		},
	},
	{
		what: "a processor that does not answer, and recovery that does not go on",
		alerts: ["ProcessorFails", "OutcomesUnknown"],
		labels: { processor: "demo" },
		async cause() {
			await loseAnswer();
			const unlock = await lock("pending_transactions");
			clocks.real.go();
			clocks.real.advance(200_000);
			return unlock;
		},
	},
	{
		what: "a processor that tells another amount",
		// It has not answered the sale either.
		alerts: ["OutcomesNeedAPerson", "ProcessorFails"],
		async cause() {
			const reference = await loseAnswer();
			const journal = home.tables.updateTable("demo_processor.journal").set({ amount_cents: 3_101 });
			await vi.waitFor(async () => {
				const [changed] = await journal.where("reference", "=", reference).execute();
				expect(changed?.numUpdatedRows).toBe(1n);
			}, within);
			clocks.real.go();
			clocks.real.advance(10_000);
			const words = [reference, "--not-approved", "--reason", "their records name another payment"];
			return () => operatorOf(gateway).run("transaction", "resolve", ...words);
		},
	},
	{
		what: "renewals that do not go on",
		alerts: ["RenewalsLate"],
		async cause() {
			await subscribing(client, () => clocks.business.now()).subscribed();
			const unlock = await lock("renewal_attempts");
			clocks.business.advance(day + 700_000);
			return unlock;
		},
	},
	{
		what: "an audit log that takes no events",
		alerts: ["AuditUnsealed"],
		async cause() {
			const unlock = await lock("audit_log");
			expect((await client.post("/event-service/endpoint", { url: receiver.url })).status).toBe(200);
			clocks.real.advance(70_000);
			return unlock;
		},
	},
	{
		what: "webhooks that are not sent",
		alerts: ["WebhooksLate"],
		async cause() {
			receiver.answer = (response) => response.writeHead(500).end();
			const received = receiver.received.length;
			expect((await sale()).status).toBe(200);
			await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(received), 20_000);
			const unlock = await lock("webhook_deliveries");
			// The delivery may wait for its next attempt, or for the end of its claim.
			clocks.real.advance(3_600_000);
			return async () => {
				receiver.answer = (response) => response.end();
				await unlock();
			};
		},
	},
	{
		what: "a mail server that takes nothing",
		alerts: ["MailFails"],
		async cause() {
			refusesMail = true;
			const payers = Array.from({ length: 11 }, (_, number) => sale({ email: `payer${number}@example.com` }));
			for (const { status } of await Promise.all(payers)) expect(status).toBe(200);
			return () => {
				refusesMail = false;
				clocks.real.advance(300_000);
			};
		},
	},
	{
		what: "card testing",
		alerts: ["CardTesting"],
		async cause() {
			const { merchant_id } = gateway.merchant;
			await operatorOf(gateway).run("card-testing", "on", merchant_id);
			const attempt = () => sale(cardWith("4000000000000002"));
			// A card with ten failed attempts is declined.
			for (let failed = 0; failed < 10; failed++) await attempt();
			const attempts = Array.from({ length: 15 }, attempt);
			for (const { status } of await Promise.all(attempts)) expect(status).toBe(402);
			return () => operatorOf(gateway).run("card-testing", "default", merchant_id);
		},
	},
	{
		what: "a processor that refuses a merchant's account",
		alerts: ["ProcessorRefusesAccount"],
		labels: { processor: "far" },
		async cause() {
			const caller = operator("ada");
			const context = await processorAccountsOf(home, clocks);
			const merchants = await listMerchants(context.database);
			const merchant = merchants.find(({ publicId }) => publicId === gateway.merchant.merchant_id);
			if (merchant === undefined) throw new Error("The sandbox has no merchant.");
			const fields = { ...farAccount(refusesAccount), memo: testMemo };
			const account = { processor: "far", currency: "CAD", fields };
			const { account_id: accountId } = await addProcessorAccount(context, merchant, account, caller);
			expect((await sale()).status).toBe(503);
			const id = { merchantId: merchant.id, accountId };
			return () => removeProcessorAccount(context, id, { reason: "closed", caller });
		},
	},
	{
		what: "statements that keep all connections",
		// Its check gets no connection in time.
		alerts: ["DatabaseUnavailable", "ConnectionsExhausted"],
		async cause() {
			const unlock = await lock("customers", "access exclusive");
			const customer = "/customer-service/customer";
			const waiting = Array.from({ length: 20 }, (_, number) =>
				client.post(customer, { email: `${number}@example.com` }),
			);
			await vi.waitFor(async () => {
				const { rows } = await sql<{ blocked: number }>`select count(*) as blocked from pg_stat_activity
					where datname = current_database() and wait_event_type = 'Lock'`.execute(home.tables);
				expect(rows[0]?.blocked).toBe(gatewayConnections);
			}, within);
			return async () => {
				await unlock();
				await Promise.all(waiting);
			};
		},
	},
	{
		what: "a database that is away",
		alerts: ["DatabaseUnavailable", "RequestsFail"],
		async cause() {
			await proxy.interrupt();
			for (const { status } of await Promise.all([sale(), sale(), sale()])) expect(status).toBe(503);
			return () => proxy.resume();
		},
	},
	{
		what: "a backup that no longer takes the write-ahead log",
		alerts: ["ReplicationStopped"],
		labels: { slot: "backup" },
		async cause() {
			const server = await startOwnServer("localhost");
			const url = server.url("postgres", "postgres");
			await execute(url, "select pg_create_physical_replication_slot('backup')");
			const beside = await startWatched({
				...home,
				url,
				dataDirectory: await mkdtemp(join(tmpdir(), "cardseal-alerts-")),
			});
			metricsUrl = () => beside.metricsUrl;
			return async () => {
				metricsUrl = () => gateway.metricsUrl;
				await beside.stop();
				await server.stop();
				await rm(beside.database.dataDirectory, { recursive: true });
			};
		},
	},
	{
		what: "a key that nobody replaced for a year",
		alerts: ["KeyOld"],
		labels: { purpose: "master" },
		async cause() {
			clocks.real.advance(366 * day);
			return () => undefined;
		},
	},
	{
		what: "a job that does not end",
		alerts: ["JobStopped", "KeyOld"],
		still: ["KeyOld"],
		labels: { name: "recovery" },
		async cause() {
			const unlock = await lock("pending_transactions");
			ahead.elapsed += 400_000;
			return unlock;
		},
	},
	{
		what: "a gateway that has ended",
		alerts: ["GatewayDown"],
		still: ["JobStopped", "KeyOld"],
		async cause() {
			await gateway.stop();
			return () => undefined;
		},
	},
];

/**
 * Other work on the machine may hold up the event loop, answers of the processor and requests at any time. Jobs that run once a
 * minute look late, because each scrape moves the elapsed time ahead.
 */
const mayFire = ["EventLoopBusy", "ProcessorFails", "RequestsFail", "JobStopped"];

/** The alerts that fire in the end, when the one scrape is followed by the other. */
function firingBetween(before: Scrape, after: Scrape, alerts: string[]): Firing[] {
	const firing = firingAt(rules, timelineOf(before, after), lastMinute);
	return firing.filter(({ alert }) => !mayFire.includes(alert) || alerts.includes(alert));
}

const namesOf = (firing: Firing[]) => [...new Set(firing.map(({ alert }) => alert))].toSorted();

/** Waits until nothing fires but what earlier faults left. */
async function quiet(still: string[]): Promise<Scrape> {
	let quietScrape: Scrape = [];
	await vi.waitFor(async () => {
		quietScrape = await scrape();
		const names = namesOf(firingBetween(quietScrape, quietScrape, []));
		expect(names.filter((name) => !still.includes(name))).toEqual([]);
	}, within);
	return quietScrape;
}

/** For `npm run lab -- alerts`. */
const recorded: { what: string; timeline: TimeSeries[] }[] = [];

describe("each fault fires its alerts, and no others", () => {
	test.each(faults)("$what: $alerts", async ({ what, alerts, labels = {}, still = [], cause }) => {
		const before = await quiet(still);
		// Clocks have moved: the token before may have expired.
		client = await signIn(gateway.url, gateway.merchant);
		const end = await cause();
		try {
			await vi.waitFor(async () => {
				const after = await scrape();
				const firing = firingBetween(before, after, alerts);
				expect(namesOf(firing)).toEqual(alerts.toSorted());
				expect(firing).toContainEqual({ alert: alerts[0], labels: expect.objectContaining(labels) });
				recorded.push({ what, timeline: timelineOf(before, after) });
			}, within);
		} finally {
			await end();
		}
	});

	test("every alert has a fault", () => {
		const caused = new Set(faults.flatMap(({ alerts }) => alerts));
		expect(rules.map(({ alert }) => alert).filter((alert) => !caused.has(alert))).toEqual([]);
	});
});
