import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createBacklogReader } from "../../../../apps/gateway/src/backlogs/backlogs.ts";
import { type Client, cardWith, goodCard, salePath, signIn } from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { day, subscribing } from "../../../../test/fixtures/subscriptions/subscribing.ts";
import { createLog } from "../log/log.ts";
import { createMetrics } from "./metrics.ts";

let gateway: TestGateway;
let client: Client;

beforeAll(async () => {
	gateway = await startTestGateway({ processorTimeoutMs: 5_000, environment: { METRICS_PORT: "0" } });
	client = await signIn(gateway.url, gateway.merchant);
});

afterAll(() => gateway.stop());

async function scrape(accept = "*/*"): Promise<string> {
	const response = await fetch(`${gateway.metricsUrl}/metrics`, { headers: { Accept: accept } });
	expect(response.status).toBe(200);
	return response.text();
}

/** The value of a series with its labels as they are written; `undefined` if the scrape lacks it. */
function valueIn(text: string, series: string): number | undefined {
	const line = text.split("\n").find((one) => one.startsWith(`${series} `));
	return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

/** The backlogs as another gateway on this database reads them now. */
async function backlogs(): Promise<string> {
	const metrics = createMetrics();
	const { database, clocks } = gateway;
	const log = createLog({ level: "silent" });
	await createBacklogReader({ database: database.tables.withTables(), clocks, metrics, elapsedMs: () => 0, log })();
	return (await metrics.text("prometheus")).body;
}

describe("/metrics", () => {
	test("counts a sale, a decline, a lost answer with its recovery, and a renewal", async () => {
		expect((await client.post(salePath, { amount: 31, ...goodCard })).status).toBe(200);
		expect((await client.post(salePath, { amount: 30, ...goodCard })).status).toBe(402);
		const lost = await client.post(salePath, { amount: 31, ...cardWith("4000000000000259") });
		expect(lost.body.transaction_result).toBe("PENDING");
		expect(valueIn(await backlogs(), 'cardseal_pending_transactions{state="waiting"}')).toBe(1);

		gateway.clocks.real.advance(10_000);
		await vi.waitFor(async () => {
			const { body } = await client.get(`/transaction-service/transaction/${lost.body.id}`);
			expect(body.transaction_result).toBe("APPROVED");
		}, 20_000);
		const { customer, plan, subscribe } = subscribing(client, () => gateway.clocks.business.now());
		await subscribe(await customer(1), await plan());
		const moved = await client.post("/sandbox/clock", { advance_ms: day + 1_000 });
		expect(moved.body).toMatchObject({ charged: 1 });

		const text = await scrape();
		const expected = {
			'cardseal_transaction_outcomes_total{kind="charge",result="approved"}': 3,
			'cardseal_transaction_outcomes_total{kind="charge",result="declined"}': 1,
			'cardseal_processor_duration_seconds_count{processor="demo",operation="sale",result="approved"}': 2,
			'cardseal_processor_duration_seconds_count{processor="demo",operation="sale",result="declined"}': 1,
			'cardseal_processor_duration_seconds_count{processor="demo",operation="sale",result="late"}': 1,
			'cardseal_processor_duration_seconds_count{processor="demo",operation="inquire",result="approved"}': 1,
			'cardseal_request_duration_seconds_count{method="POST",route="/transaction-service/sale",class="2xx"}': 1,
			'cardseal_request_duration_seconds_count{method="POST",route="/transaction-service/sale",class="4xx"}': 2,
			cardseal_backlogs_read: 1,
			'cardseal_pending_transactions{state="waiting"}': 0,
			cardseal_renewals_due: 0,
			'cardseal_eft_payments{state="to_submit"}': 0,
		};
		expect(Object.fromEntries(Object.keys(expected).map((name) => [name, valueIn(text, name)]))).toEqual(expected);
		expect(valueIn(text, 'cardseal_batch_size_count{statement="pending"}')).toBeGreaterThan(0);
		expect(valueIn(text, 'cardseal_statement_duration_seconds_count{statement="other"}')).toBeGreaterThan(0);
		expect(valueIn(text, 'cardseal_job_runs_total{name="audit",result="success"}')).toBeGreaterThan(0);
		expect(valueIn(text, 'cardseal_key_age_seconds{purpose="master"}')).toBeGreaterThan(0);
		expect(valueIn(text, "cardseal_memory_bytes")).toBeGreaterThan(1_000_000);
	});

	test("tells what waits: a late outcome, a due renewal, mail, an audit event", async () => {
		const { tables } = gateway.database;
		gateway.clocks.real.stop();
		await tables
			.insertInto("pending_transactions")
			.values({
				transaction_id: "left",
				waits_until: gateway.clocks.real.now() - 90_000,
				next_inquiry_at: gateway.clocks.real.now() + day,
				state: "unknown",
			})
			.execute();
		await tables
			.insertInto("mail_outbox")
			.values({ kind: "receipt", reference: "failed", failed_at: 1, attempts: 9 })
			.execute();
		const text = await backlogs();
		gateway.clocks.real.go();
		expect(valueIn(text, 'cardseal_pending_transactions{state="unknown"}')).toBe(1);
		expect(valueIn(text, "cardseal_pending_oldest_seconds")).toBeCloseTo(90, 0);
		expect(valueIn(text, 'cardseal_mail{state="failed"}')).toBe(1);
	});

	test("puts an unknown address and a path's values under no label", async () => {
		await client.get("/transaction-service/transaction/4111111111111111?card_suffix=1881");
		await client.get("/nothing/at/this/place?secret=s3cr3t");
		const text = await scrape();
		expect(text).toContain('route="/transaction-service/transaction/{transaction_id}",class="4xx"');
		expect(text).toContain('route="none",class="4xx"');
		// Without the samples' values, whose digits are random.
		const labels = text.replace(/ \S+$/gm, "");
		for (const value of ["4111111111111111", "1881", "nothing", "s3cr3t", gateway.merchant.merchant_id]) {
			expect(labels).not.toContain(value);
		}
	});

	test("answers in both forms", async () => {
		expect(await scrape("application/openmetrics-text;version=1.0.0,text/plain;q=0.5")).toMatch(/# EOF\n$/);
		expect(await scrape()).not.toContain("# EOF");
	});
});

test("a database that does not answer leaves its series out, and says so", async () => {
	const metrics = createMetrics();
	metrics.set("renewalsDue", [{ value: 7 }]);
	const database = { transaction: () => undefined } as never;
	const log = createLog({ level: "silent" });
	await createBacklogReader({ database, clocks: gateway.clocks, metrics, elapsedMs: () => 0, log })();
	const { body } = await metrics.text("prometheus");
	expect(valueIn(body, "cardseal_backlogs_read")).toBe(0);
	expect(valueIn(body, "cardseal_renewals_due")).toBeUndefined();
});

test("reads the database at most once in 5 s, also for scrapes at once", async () => {
	const metrics = createMetrics();
	const statements = vi.spyOn(gateway.database.tables, "withTables");
	let elapsed = 0;
	const log = createLog({ level: "silent" });
	const database = gateway.database.tables as never;
	const read = createBacklogReader({ database, clocks: gateway.clocks, metrics, elapsedMs: () => elapsed, log });
	await Promise.all([read(), read()]);
	elapsed = 4_999;
	await read();
	expect(statements).toHaveBeenCalledTimes(1);
	elapsed = 5_000;
	await read();
	expect(statements).toHaveBeenCalledTimes(2);
	statements.mockRestore();
});
