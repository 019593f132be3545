import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createVault } from "@cardseal/vault";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { readConfig } from "../../apps/gateway/src/index.ts";
import { systemClock } from "../../packages/platform/src/clock.ts";
import { openDatabase } from "../../packages/platform/src/db/database.ts";
import { goodCard, salePath, signIn } from "../../test/fixtures/client.ts";
import { createTestDatabase, databaseUrl, execute, type TestDatabase } from "../../test/fixtures/database.ts";
import { freePort, type GatewayProcess, startGatewayProcess } from "../../test/fixtures/gateway-process.ts";
import { masterKeyOf } from "../../test/fixtures/keys.ts";
import { createTestOperator } from "../../test/fixtures/operator.ts";
import { customerPath } from "../../test/fixtures/subscriptions/subscribing.ts";

let directory: string;
let database: TestDatabase;
let backup: string;
let gateway: GatewayProcess | undefined;

beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), "cardseal-ids-"));
	database = await createTestDatabase();
	backup = `cardseal_test_${randomBytes(6).toString("hex")}`;
});

afterEach(async () => {
	await gateway?.end("SIGKILL");
	await execute(inject("databaseServerUrl"), `DROP DATABASE IF EXISTS ${backup} WITH (FORCE)`);
	await database.drop();
	await rm(directory, { recursive: true });
});

async function copy(from: string, to: string): Promise<void> {
	await execute(inject("databaseServerUrl"), `CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY WAL_LOG`);
}

const nameOf = ({ url }: TestDatabase) => new URL(url).pathname.slice(1);

/** Starts the gateway, sells, and ends it. Returns the ids of the sales and customers. */
async function sell(signal: "SIGTERM" | "SIGKILL"): Promise<string[]> {
	const environment = { DATABASE_URL: database.url };
	gateway = await startGatewayProcess({ dataDirectory: directory, port: await freePort(), environment });
	const client = await signIn(gateway.url, await gateway.demo());
	const ids: string[] = [];
	for (let count = 0; count < 10; count++) {
		const sale = await client.post(salePath, { amount: 31, ...goodCard });
		const customer = await client.post(customerPath, { email: "ana@example.com" });
		expect([sale.status, customer.status]).toEqual([200, 200]);
		ids.push(`transaction ${sale.body.id}`, `customer ${customer.body.id}`);
	}
	// A gateway notes once a second what it has seen: a backup from less than a second before a kill would go unnoticed.
	const seen = async () => JSON.parse(await readFile(join(directory, "newest-seen.json"), "utf8")).transaction?.id;
	await expect.poll(seen).toBe(Number(ids.at(-2)?.split(" ")[1]));
	await gateway.end(signal);
	return ids;
}

/** Ends restored mode, as an operator does: the demo processor has no books to compare with. */
async function acceptLoss(): Promise<void> {
	const tables = openDatabase({ url: database.url, maximumConnections: 2 });
	const clocks = { business: systemClock, real: systemClock };
	const createOperatorVault = async () =>
		createVault({
			database: tables.withTables(),
			masterKey: await masterKeyOf({ dataDirectory: directory }),
			businessNow: systemClock.now,
			realNow: systemClock.now,
		});
	const config = readConfig({ DATA_DIR: directory });
	const operator = createTestOperator({ database: tables, clocks }, { config, createVault: createOperatorVault });
	try {
		expect((await operator.run("restore", "status")).json).toMatchObject({ restored: true });
		await operator.run("restore", "finish", "--reason", "a test", "--despite-open");
	} finally {
		await tables.destroy();
	}
}

test.each(["SIGTERM", "SIGKILL"] as const)(
	"no id appears twice after a backup was restored and the gateway had ended by %s",
	async (signal) => {
		const before = await sell("SIGTERM");
		await copy(nameOf(database), backup);
		const lost = await sell(signal);
		// Ends the connections of a killed gateway.
		await execute(databaseUrl(database.url, backup), `DROP DATABASE ${nameOf(database)} WITH (FORCE)`);
		await copy(backup, nameOf(database));
		await acceptLoss();
		const after = await sell("SIGTERM");
		const all = [...before, ...lost, ...after];
		expect(new Set(all).size).toBe(all.length);
	},
);
