/**
 * `npm run lab -- bench-migration --rows N`: fills a gateway's database with N transactions, then adds a column by an
 * online migration, while sales run. Prints how long the longest sale took, without and with migrations. Exits with
 * 1 when a sale took more than a second.
 */
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { DemoFile } from "@cardseal/gateway";
import { sql } from "kysely";
import { migrations as released } from "../../apps/gateway/src/schema/schema.ts";
import { openDatabase } from "../../packages/platform/src/db/database.ts";
import type { Migrations } from "../../packages/platform/src/db/migration/migration.ts";
import { runMigrations } from "../../packages/platform/src/db/migration/run.ts";
import { bearerToken } from "../../test/fixtures/bearer-token.ts";
import { seedTransactions } from "../../test/fixtures/payments/seed-transactions.ts";
import type { AllTables } from "../../test/fixtures/tables.ts";
import { runBench, type Servers } from "./run-bench.ts";

const { values } = parseArgs({ options: { rows: { type: "string", default: "1000000" } } });
const rows = Number(values.rows);
const limitMs = 1_000;
/** Concurrent sales: those of a usual shop, not a load that fills the machine. */
const sellers = 4;
const pauseMs = 20;
/** Time of sales without a migration, for comparison. */
const quietSeconds = 20;
const millisecondsOfDay = 86_400_000;

const migrations: Migrations = {
	...released,
	online: {
		...released.online,
		"9000_bench_add": [
			{
				kind: "change",
				locks: "transactions",
				statement: "alter table transactions add column bench_net_cents bigint not null default 0",
			},
		],
	},
};

/** The sales of one phase. */
interface Sales {
	count: number;
	failed: number;
	longestMs: number;
	longerThanTenth: number;
}

interface Sellers {
	/** Returns the sales since the last call. */
	take(): Sales;
	stop(): Promise<void>;
}

/** Sells from several callers, each one after another. */
function sell(url: string, token: string): Sellers {
	const none = (): Sales => ({ count: 0, failed: 0, longestMs: 0, longerThanTenth: 0 });
	let seen = none();
	let isOver = false;
	const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
	const body = JSON.stringify({
		...{ amount: 31, card_number: "4111111111111111", card_expiry_month: "08", card_expiry_year: "29", cvv2: "123" },
		...{ email: "payer@example.com", invoice_id: "INV-1042" },
	});
	async function seller(): Promise<void> {
		while (!isOver) {
			const startedAt = performance.now();
			const response = await fetch(`${url}/transaction-service/sale`, { method: "POST", headers, body });
			const text = await response.text();
			const ms = performance.now() - startedAt;
			seen.count += 1;
			seen.longestMs = Math.max(seen.longestMs, ms);
			if (ms > 100) seen.longerThanTenth += 1;
			if (response.status !== 200) {
				seen.failed += 1;
				console.error(`  a sale was answered with ${response.status}: ${text.slice(0, 200)}`);
			}
			await delay(pauseMs);
		}
	}
	const running = Promise.all(Array.from({ length: sellers }, seller));
	return {
		take() {
			const taken = seen;
			seen = none();
			return taken;
		},
		async stop() {
			isOver = true;
			await running;
		},
	};
}

interface Phase extends Sales {
	name: string;
	seconds: number;
}

async function seed(database: AllTables, demo: DemoFile): Promise<void> {
	const { merchant_id: merchantId, created_by: userId } = await database
		.selectFrom("client_credentials")
		.select(["merchant_id", "created_by"])
		.where("client_id", "=", demo.client_id)
		.executeTakeFirstOrThrow();
	const startedAt = performance.now();
	// The seed need not survive a crash.
	await sql`set synchronous_commit = off`.execute(database);
	const newest = Date.now() - millisecondsOfDay;
	await seedTransactions(database, { merchantId, userId: userId ?? 1, rows, newest });
	console.log(`  filled ${rows} transactions in ${secondsSince(startedAt)} s`);
}

const secondsSince = (startedAt: number) => Math.round((performance.now() - startedAt) / 1000);

async function runAll({ startDatabase, startGateway }: Servers): Promise<Phase[]> {
	const databaseUrl = await startDatabase();
	const { url, demo } = await startGateway();
	const database = openDatabase({ url: databaseUrl, maximumConnections: 1, statementTimeoutMs: 86_400_000 });
	try {
		await seed(database.withTables(), demo);
		const { rows: sizes } = await sql<{ gigabytes: number }>`
			select round(pg_total_relation_size('transactions') / 1e9, 1)::float8 as gigabytes`.execute(database);
		console.log(`  the table and its indexes have ${sizes[0]?.gigabytes} GB`);
		const sales = sell(url, await bearerToken(url, demo));
		const phases: Phase[] = [];
		const phase = async (name: string, work: () => Promise<unknown>) => {
			sales.take();
			const startedAt = performance.now();
			await work();
			const ended = { name, seconds: secondsSince(startedAt), ...sales.take() };
			phases.push(ended);
			printPhases([ended]);
		};
		await phase("no migration", () => delay(quietSeconds * 1000));
		await phase("add", () => runMigrations(database.withTables(), migrations, { onlyOnline: true }));
		await sales.stop();
		return phases;
	} finally {
		await database.destroy();
	}
}

function report(phases: Phase[]): boolean {
	console.log(`\n  ${rows} transactions, ${sellers} callers that sell without an end\n`);
	printPhases(phases);
	const isKept = phases.every(({ failed, longestMs }) => failed === 0 && longestMs <= limitMs);
	console.log(`\n  no sale longer than ${limitMs} ms: ${isKept ? "kept" : "NOT KEPT"}\n`);
	return isKept;
}

function printPhases(phases: Phase[]): void {
	console.log("  phase              seconds     sales   sales/s  longest ms  over 100 ms   failed");
	for (const { name, seconds, count, longestMs, longerThanTenth, failed } of phases) {
		const cells = [
			...[
				String(seconds).padStart(8),
				String(count).padStart(10),
				(count / Math.max(1, seconds)).toFixed(0).padStart(10),
			],
			...[longestMs.toFixed(0).padStart(12), String(longerThanTenth).padStart(13), String(failed).padStart(9)],
		];
		console.log(`  ${name.padEnd(18)}${cells.join("")}`);
	}
}

await runBench("migration", async (servers) => report(await runAll(servers)));
