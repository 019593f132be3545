import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../../packages/platform/src/db/database.ts";
import { type Client, goodCard, salePath, signIn } from "../fixtures/client.ts";
import { type Replicas, startReplicas } from "../fixtures/database/replicas.ts";
import { startTestGateway, type TestGateway } from "../fixtures/gateway.ts";
import { type StaffMember, signInMember } from "../fixtures/staff/staff-member.ts";

// A gateway with a primary, and a standby that streams from it and answers reports.

const listPath = "/transaction-service/transaction";
const filePath = "/transaction-service/transaction.csv";
let replicas: Replicas;
let dataDirectory: string;
let owner: Database;
let standby: Database;
let gateway: TestGateway;
let client: Client;
let staff: StaffMember;

beforeAll(async () => {
	replicas = await startReplicas({ isStreaming: true });
	dataDirectory = await mkdtemp(join(tmpdir(), "cardseal-reports-"));
	const url = replicas.url(replicas.primary);
	owner = openDatabase({ url, maximumConnections: 2 });
	standby = openDatabase({ url: replicas.url(replicas.standby), maximumConnections: 1 });
	gateway = await startTestGateway({
		database: { url, dataDirectory, tables: owner.withTables(), remove: async () => undefined },
		environment: { REPORTS_DATABASE_URL: replicas.url(replicas.standby) },
	});
	client = await signIn(gateway.url, gateway.demo);
	staff = await signInMember(gateway);
});

afterAll(async () => {
	await gateway?.stop();
	await standby?.destroy();
	await owner?.destroy();
	await replicas.stop();
	await rm(dataDirectory, { recursive: true });
});

async function sell(): Promise<string> {
	const { status, body, text } = await client.post(salePath, { amount: 31, ...goodCard });
	expect(status, text).toBe(200);
	return String(body.transaction_id);
}

const file = async () => (await client.get(filePath)).text;

async function approvedToday(): Promise<number> {
	const { currencies } = (await staff.get("/overview")).body as { currencies: { today: { approved_count: number } }[] };
	return currencies[0]?.today.approved_count ?? 0;
}

test("downloads and the overview are read from the replica, and lists from the primary", async () => {
	const first = await sell();
	await expect.poll(file).toContain(first);
	await expect.poll(approvedToday).toBe(1);

	await sql`select pg_wal_replay_pause()`.execute(standby);
	const second = await sell();
	expect((await client.get(listPath)).text).toContain(second);
	expect(await file()).not.toContain(second);
	expect(await approvedToday()).toBe(1);

	await sql`select pg_wal_replay_resume()`.execute(standby);
	await expect.poll(file).toContain(second);
	await expect.poll(approvedToday).toBe(2);
});

test("sales and lists continue when the replica is lost, and the overview answers 503", async () => {
	replicas.killStandby();
	const sold = await sell();
	expect((await client.get(listPath)).text).toContain(sold);
	await expect.poll(async () => (await staff.get("/overview")).status).toBe(503);
	await expect(file()).rejects.toThrow();
});
