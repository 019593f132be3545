import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, goodCard, salePath, signIn } from "../../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";

let gateway: TestGateway;
let client: Client;
let other: Client;

/** Lists hold half of them at most. */
const connections = 6;

beforeAll(async () => {
	gateway = await startTestGateway({ environment: { DATABASE_CONNECTIONS: String(connections) } });
	client = await signIn(gateway.url, gateway.merchant);
	other = await signIn(gateway.url, gateway.secondMerchant);
});

afterAll(() => gateway.stop());

/** Counts the statements that wait for a lock. */
async function countWaiting(): Promise<number> {
	const { rows } = await sql<{ waiting: number }>`
		select count(*)::integer as waiting from pg_stat_activity
		where datname = current_database() and wait_event_type = 'Lock'`.execute(gateway.database.tables);
	return rows[0]?.waiting ?? 0;
}

test("X-45 slow lists leave connections to payments, and end with advice", async () => {
	const lists = await gateway.database.tables.transaction().execute(async (transaction) => {
		await sql`lock table customers in access exclusive mode`.execute(transaction);
		const slow = Array.from({ length: 2 * connections }, () => client.get("/customer-service/customer?first_name=ada"));
		await expect.poll(countWaiting).toBeGreaterThanOrEqual(connections / 2);
		const sale = await other.post(salePath, { amount: 31, ...goodCard });
		expect(sale.status, sale.text).toBe(200);
		return Promise.all(slow);
	});
	const reasons = lists.map(({ body }) => body.reason);
	expect(reasons.filter((reason) => reason === "list_too_slow").length).toBeGreaterThanOrEqual(connections / 2);
	for (const reason of reasons) expect(["list_too_slow", "too_many_in_flight"]).toContain(reason);
	const { status } = await client.get("/customer-service/customer?first_name=ada");
	expect(status).toBe(200);
});
