/**
 * `npm run lab -- bench-webhooks`: delivers events to local receivers and compares the rate with a plain loop of POSTs by the
 * same HTTP library, in the same run. Then measures the time from an event to its arrival while other endpoints hang. Starts
 * everything itself, on an embedded database in a scratch directory.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createVault } from "@cardseal/vault";
import { Agent } from "undici";
import { createEndpoint, type Endpoints } from "../../packages/events/src/endpoints/endpoints.ts";
import { operator } from "../../packages/platform/src/audit/event.ts";
import { systemClock } from "../../packages/platform/src/clock.ts";
import { type Database, openDatabase } from "../../packages/platform/src/db/database.ts";
import { insertMerchant } from "../../test/fixtures/builders.ts";
import type { AllTables } from "../../test/fixtures/tables.ts";
import { runBench, type Servers } from "./run-bench.ts";

const healthyEndpoints = 100;
const hangingEndpoints = 20;
const events = Number(process.env.BENCH_EVENTS ?? 20_000);
const measuredSeconds = Number(process.env.BENCH_SECONDS ?? 10);
/** Events a second while endpoints hang. */
const steadyRate = 200;
const plainConnections = 64;

const floor = { deliveriesPerSecond: 1_000, p99Ms: 2_000 };

interface Counted {
	received: number;
	delays: number[];
}

interface Bench {
	database: AllTables;
	receiverUrl: string;
	healthy: number[];
	hanging: number[];
	gatewayMemory: () => number;
}

async function prepare({ scratch, start, startDatabase, startGateway }: Servers): Promise<Bench> {
	const url = await startDatabase();
	const receiver = await start("lab/load/webhook-receiver.ts", {}, (line) => JSON.parse(line).url);
	const gateway = await startGateway({ DATABASE_URL: url });
	const database: AllTables = openDatabase({ url, maximumConnections: 4 }).withTables();
	const vault = await createVault({
		database: database.withTables(),
		masterKey: readFileSync(join(scratch, "master.key"), "utf8"),
		businessNow: Date.now,
		realNow: Date.now,
	});
	const clocks = { business: systemClock, real: systemClock };
	const context: Endpoints = {
		database: database.withTables(),
		vault,
		clocks,
		isSandbox: true,
		resolve: async () => [],
	};
	const merchantsWith = async (path: string, count: number) => {
		const ids: number[] = [];
		for (let made = 0; made < count; made++) {
			const id = await insertMerchant(database);
			const wish = { url: `${receiver.url}/${path}`, types: null, description: null };
			await createEndpoint(context, { merchantId: id }, wish, operator("bench"));
			ids.push(id);
		}
		return ids;
	};
	return {
		database,
		receiverUrl: receiver.url,
		healthy: await merchantsWith("well", healthyEndpoints),
		hanging: await merchantsWith("hangs", hangingEndpoints),
		gatewayMemory: () => gateway.memory(),
	};
}

/** Writes events of these merchants in turn, as committed changes do. */
async function happen(database: Database, merchants: number[], count: number): Promise<void> {
	const rows = Array.from({ length: count }, (_, index) => ({
		merchant_id: merchants[index % merchants.length] ?? 0,
		type: "plan.created" as const,
		created_at: Date.now(),
		data: JSON.stringify({ name: "Gold", amount: 31, currency: "CAD", description: "x".repeat(500) }),
	}));
	await database.insertInto("event_inbox").values(rows).execute();
}

async function count(url: string): Promise<Counted> {
	return (await (await fetch(`${url}/count`)).json()) as Counted;
}

/** Delivers all events at once. Returns deliveries a second. */
async function measureRate({ database, receiverUrl, healthy }: Bench): Promise<number> {
	const before = (await count(receiverUrl)).received;
	const begun = performance.now();
	for (let written = 0; written < events; written += 1_000) await happen(database.withTables(), healthy, 1_000);
	while ((await count(receiverUrl)).received - before < events) await pause(20);
	return events / ((performance.now() - begun) / 1_000);
}

/** Posts a similar body in a loop. Returns requests a second. */
async function measurePlain({ receiverUrl }: Bench): Promise<number> {
	const agent = new Agent({ pipelining: 1 });
	const body = JSON.stringify({ created: Date.now(), data: { description: "x".repeat(600) } });
	let left = events;
	const begun = performance.now();
	const post = async () => {
		while (left-- > 0) {
			const request = { origin: receiverUrl, path: "/plain", method: "POST", body } as const;
			const answer = await agent.request({ ...request, headers: { "content-type": "application/json" } });
			await answer.body.text();
		}
	};
	await Promise.all(Array.from({ length: plainConnections }, post));
	const seconds = (performance.now() - begun) / 1_000;
	await agent.close();
	return events / seconds;
}

/** Writes events at a steady rate while some endpoints hang. Returns the sorted times from event to arrival, ms. */
async function measureDelays(bench: Bench): Promise<number[]> {
	const { database, receiverUrl, healthy, hanging } = bench;
	await happen(database.withTables(), hanging, hangingEndpoints * 50);
	await pause(1_000);
	await count(receiverUrl);
	const delays: number[] = [];
	for (let second = 0; second < measuredSeconds; second++) {
		for (let slice = 0; slice < 10; slice++) {
			await happen(database.withTables(), [...healthy, ...hanging], steadyRate / 10);
			await pause(100);
		}
		delays.push(...(await count(receiverUrl)).delays);
	}
	await pause(floor.p99Ms);
	delays.push(...(await count(receiverUrl)).delays);
	return delays.sort((one, other) => one - other);
}

await runBench("webhooks", async (servers) => {
	const bench = await prepare(servers);
	try {
		const plain = await measurePlain(bench);
		const rate = await measureRate(bench);
		const delays = await measureDelays(bench);
		const p99 = delays[Math.floor(delays.length * 0.99)] ?? Number.NaN;
		console.log(`\n  plain POSTs          ${plain.toFixed(0)} a second`);
		console.log(`  deliveries           ${rate.toFixed(0)} a second, ${(rate / plain).toFixed(3)} of plain POSTs`);
		console.log(`  while ${hangingEndpoints} hang        ${delays.length} events, p99 from event to arrival ${p99} ms`);
		console.log(`  the gateway's memory ${bench.gatewayMemory()} MB`);
		const isKept = rate >= floor.deliveriesPerSecond && p99 <= floor.p99Ms;
		console.log(
			`\n  floor: ${floor.deliveriesPerSecond} deliveries/s, p99 of ${floor.p99Ms} ms: ${isKept ? "kept" : "NOT KEPT"}\n`,
		);
		return isKept;
	} finally {
		await bench.database.destroy();
	}
});
