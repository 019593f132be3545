import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
	authorizePath,
	type Client,
	cardToken,
	goodCard,
	type JsonObject,
	salePath,
	signIn,
} from "../fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../fixtures/gateway.ts";

const day = 86_400_000;
const month = 31 * day;

let gateway: TestGateway;
let client: Client;

beforeAll(async () => {
	// So few connections that each has prepared every statement.
	gateway = await startTestGateway({ environment: { DATABASE_CONNECTIONS: "2" } });
	gateway.clocks.business.stop();
	client = await signIn(gateway.url, gateway.merchant);
});

afterAll(() => gateway.stop());

async function ok(answer: ReturnType<Client["post"]>): Promise<JsonObject> {
	const { status, body, text } = await answer;
	expect(status, text).toBe(200);
	return body;
}

async function subscribe(): Promise<void> {
	const plan = { name: "Coffee", amount: 31, currency: "CAD", frequency: "MOTHLY", send_receipt: true };
	const { lookup_id: plan_lookup_id } = await ok(client.post("/plan-service/plan", plan));
	const customer = await ok(client.post("/customer-service/customer", { email: "ada@example.com" }));
	const path = `/customer-service/customer/${customer.lookup_id}`;
	const { cards } = await ok(client.post(`${path}/card`, { ...goodCard, card_expiry_year: "40" }));
	const [{ lookup_id: card_lookup_id } = {}] = cards as JsonObject[];
	await ok(
		client.post("/customer-service/customer/subscription", {
			plan_lookup_id,
			card_lookup_id,
			start_date: gateway.clocks.business.now() + 20 * day,
		}),
	);
}

/** Moves money in each way that has its own statements. */
async function payInEveryWay(): Promise<void> {
	const amount = 31;
	const sale = await ok(client.post(salePath, { amount, ...goodCard }));
	await ok(client.post(`/transaction-service/refund/${sale.transaction_id}`, { amount: 1 }));
	const token = await cardToken(gateway.merchant.public_key);
	const held = await ok(client.post(authorizePath, { amount, token }));
	await ok(client.post(`/transaction-service/capture/${held.transaction_id}`, { amount }));
	const unwanted = await ok(client.post(authorizePath, { amount, ...goodCard }));
	await ok(client.post(`/transaction-service/void/${unwanted.transaction_id}`, {}));
	const moved = await ok(client.post("/sandbox/clock", { advance_ms: month }));
	expect(moved).toMatchObject({ charged: 1, failed: 0 });
}

/** Adds a column to every table, as an online migration does beside serving gateways. */
async function addColumns(): Promise<void> {
	const { tables } = gateway.database;
	const { rows } = await sql<{ name: string }>`
		select oid::regclass::text as name from pg_class
		where relkind in ('r', 'p') and not relispartition and relnamespace::regnamespace::text in ('public', 'vault')
	`.execute(tables);
	expect(rows.length).toBeGreaterThan(50);
	for (const { name } of rows) await sql`alter table ${sql.raw(name)} add column added_later text`.execute(tables);
}

test("money moves in every way on connections that are older than a migration that adds columns", async () => {
	await subscribe();
	for (let time = 0; time < 3; time++) await payInEveryWay();
	await addColumns();
	await payInEveryWay();
	const errors = gateway.logLines.filter((line) => JSON.parse(line).level >= 50);
	expect(errors).toEqual([]);
});
