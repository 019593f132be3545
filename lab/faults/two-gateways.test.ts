import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { cardToken, clientWithToken, goodCard, salePath, signIn } from "../../test/fixtures/client.ts";
import { databaseUrl, execute } from "../../test/fixtures/database.ts";
import {
	freePort,
	type GatewayProcess,
	spawnGatewayProcess,
	startGatewayProcess,
} from "../../test/fixtures/gateway-process.ts";

// Two processes start at the same time on an empty database, and then serve the same merchants.

const name = `cardseal_two_gateways_${randomBytes(6).toString("hex")}`;
let url: string;
let dataDirectory: string;
let first: GatewayProcess;
let second: GatewayProcess;

async function spawn(): Promise<GatewayProcess> {
	const environment = { DATABASE_URL: url, DATABASE_CONNECTIONS: "4" };
	return spawnGatewayProcess({ dataDirectory, port: await freePort(), environment });
}

beforeAll(async () => {
	const server = inject("databaseServerUrl");
	await execute(server, `create database ${name}`);
	url = databaseUrl(server, name);
	dataDirectory = await mkdtemp(join(tmpdir(), "cardseal-faults-"));
	[first, second] = await Promise.all([spawn(), spawn()]);
	await Promise.all([first.ready(), second.ready()]);
});

afterAll(async () => {
	await Promise.all([first.end("SIGTERM"), second.end("SIGTERM")]);
	await execute(inject("databaseServerUrl"), `drop database ${name} with (force)`);
	await rm(dataDirectory, { recursive: true });
});

async function count(query: string): Promise<number> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		const { rows } = await client.query<{ count: number }>(`select count(*)::int from (${query}) as counted`);
		return Number(rows[0]?.count);
	} finally {
		await client.end();
	}
}

test.each([
	["migration", "select name from applied_migrations group by name having count(*) > 1"],
	["merchant", "select name from merchants group by name having count(*) > 1"],
	["credential", "select merchant_id from client_credentials group by merchant_id having count(*) > 1"],
	["key", "select purpose from vault.keys group by purpose, merchant_id having count(*) > 1"],
])("each %s is made once", async (_what, duplicates) => {
	expect(await count(duplicates)).toBe(0);
});

test("both demo merchants exist", async () => {
	expect(await count("select 1 from merchants")).toBe(2);
});

test("an access token of one gateway works at the other", async () => {
	const { token } = await signIn(first.url, await first.demo());
	const sale = await clientWithToken(second.url, token).post(salePath, { amount: 31, ...goodCard });
	expect(sale.status).toBe(200);
	const read = await clientWithToken(first.url, token).get(`/transaction-service/transaction/${sale.body.id}`);
	expect(read.body).toMatchObject({ transaction_id: sale.body.transaction_id, transaction_result: "APPROVED" });
});

test("an access token that one gateway revoked is refused by the other at once", async () => {
	const client = await signIn(first.url, await first.demo());
	const elsewhere = clientWithToken(second.url, client.token);
	// The other gateway has seen it as valid, and may have cached that.
	expect((await elsewhere.get("/transaction-service/transaction/1")).status).toBe(404);
	expect((await client.send("/oauth/revoke_token", { method: "DELETE" })).status).toBe(204);
	expect((await elsewhere.get("/transaction-service/transaction/1")).status).toBe(401);
});

test("a card token that one gateway charged is used up at the other", async () => {
	const demo = await first.demo();
	const client = await signIn(first.url, demo);
	const token = await cardToken(demo.public_key);
	expect((await client.post(salePath, { amount: 31, token })).status).toBe(200);
	const again = await clientWithToken(second.url, client.token).post(salePath, { amount: 31, token });
	expect(again).toMatchObject({ status: 400, body: { message: expect.stringContaining("already been used") } });
});

test("a third gateway serves its first requests, even many at the same time", async () => {
	const { token } = await signIn(first.url, await first.demo());
	const environment = { DATABASE_URL: url, DATABASE_CONNECTIONS: "4" };
	const third = await startGatewayProcess({ dataDirectory, port: await freePort(), environment });
	const client = clientWithToken(third.url, token);
	const reads = Array.from({ length: 20 }, () => client.get("/transaction-service/transaction/1"));
	const statuses = (await Promise.all(reads)).map(({ status }) => status);
	await third.end("SIGTERM");
	expect(new Set(statuses)).toEqual(new Set([404]));
});
