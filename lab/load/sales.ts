/**
 * `npm run lab -- bench-sales`: sends token sales at constant rates and prints the times of their answers, then compares the most sales a
 * second with peers in the same run. Starts everything itself, on an embedded database in a scratch directory.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { encryptCard } from "@cardseal/encrypt";
import autocannon from "autocannon";
import { bearerToken } from "../../test/fixtures/bearer-token.ts";
import { type ArrivalResult, arrive, type LoadRequest } from "./arrivals.ts";
import { runBench, type Servers } from "./run-bench.ts";

const seconds = Number(process.env.BENCH_SECONDS ?? 10);
const connections = Number(process.env.BENCH_CONNECTIONS ?? 64);
const warmUpSeconds = 6;
const rates = [250, 500, 750, 1_000, 1_250, 1_500, 1_750, 2_000, 2_250, 2_500, 3_000, 3_500, 4_000];
const p99LimitMs = 25;

/** Below this share of the rate the server falls behind, so higher rates are left out. */
const keptUp = 0.97;

/** A third-party mock that keeps its data in memory. Each run downloads it, because no test needs it. */
const mock = { name: "stripe-stateful-mock", version: "0.0.16" };

const card = { number: "4111111111111111", month: "08", year: "29", securityCode: "123" };

interface Peer {
	name: string;
	url: string;
	next: () => LoadRequest;
}

/** Makes tokens between the measurements, because each is used once. */
async function tokenSales(publicKey: string, headers: Record<string, string>) {
	const tokens: string[] = [];
	return {
		async prepare(count: number): Promise<void> {
			while (tokens.length < count) tokens.push(await encryptCard(publicKey, card));
		},
		next: (): LoadRequest => ({
			path: "/transaction-service/sale",
			headers,
			body: JSON.stringify({ amount: 31, token: tokens.pop(), email: "payer@example.com", invoice_id: "INV-1042" }),
		}),
	};
}

async function startGateway({ startGateway }: Servers, databaseUrl: string) {
	const { url, demo } = await startGateway({ DATABASE_URL: databaseUrl });
	const authorization = `Bearer ${await bearerToken(url, demo)}`;
	const sales = await tokenSales(demo.public_key, { "content-type": "application/json", authorization });
	return { url, sales };
}

/** Installs and starts the mock. Returns `undefined` where npm's registry cannot be reached. */
async function startMock({ start, scratch }: Servers): Promise<Peer | undefined> {
	const directory = join(scratch, "mock");
	mkdirSync(directory);
	writeFileSync(join(directory, "package.json"), '{"private":true}');
	try {
		execFileSync("npm", ["install", "--ignore-scripts", `${mock.name}@${mock.version}`], {
			cwd: directory,
			stdio: "ignore",
		});
	} catch {
		return undefined;
	}
	const script = join(directory, "serve.mjs");
	writeFileSync(
		script,
		`import { createExpressApp } from ${JSON.stringify(mock.name)};
const server = createExpressApp().listen(0, () => console.log(JSON.stringify({ port: server.address().port })));`,
	);
	const server = await start(script, {}, (line) => `http://localhost:${JSON.parse(line).port}`);
	const headers = {
		"content-type": "application/x-www-form-urlencoded",
		authorization: `Basic ${Buffer.from("sk_test_bench:").toString("base64")}`,
	};
	const body = new URLSearchParams({ amount: "3100", currency: "cad", source: "tok_visa" }).toString();
	return { name: `${mock.name}, in memory`, url: server.url, next: () => ({ path: "/v1/charges", headers, body }) };
}

async function measureRates(gateway: Awaited<ReturnType<typeof startGateway>>): Promise<ArrivalResult[]> {
	const results: ArrivalResult[] = [];
	for (const rate of rates) {
		await gateway.sales.prepare(rate * seconds);
		const result = await arrive(gateway.url, { rate, seconds, next: gateway.sales.next });
		console.log(`  ${lineOf(result)}`);
		results.push(result);
		if (result.answered < rate * keptUp) break;
	}
	return results;
}

async function mostPerSecond({ url, next }: Peer, duration: number): Promise<{ perSecond: number; p99: number }> {
	const setupRequest = (request: autocannon.Request) => ({ ...request, method: "POST" as const, ...next() });
	const result = await autocannon({ url, connections, duration, requests: [{ setupRequest }] });
	if (result.errors + result.timeouts + result.non2xx > 0) throw new Error(`${url} answered with errors.`);
	return { perSecond: result.requests.average, p99: result.latency.p99 };
}

function lineOf({ rate, answered, p50, p99, p999, errors }: ArrivalResult): string {
	const times = [p50, p99, p999].map((ms) => ms.toFixed(1).padStart(10));
	return [String(rate).padStart(8), answered.toFixed(0).padStart(10), ...times, String(errors).padStart(8)].join("");
}

async function comparePeers(peers: Peer[], prepare: () => Promise<void>): Promise<void> {
	const best = new Map<string, { perSecond: number; p99: number }>();
	for (let round = 1; round <= 3; round++) {
		for (const peer of peers) {
			await prepare();
			const turn = await mostPerSecond(peer, Math.ceil(seconds / 2));
			if (turn.perSecond > (best.get(peer.name)?.perSecond ?? 0)) best.set(peer.name, turn);
		}
	}
	const [ours] = best.values();
	console.log(
		`\n  ${connections} connections, the fastest of three turns\n\n  what                                    requests/s   p99 ms   sale's ratio`,
	);
	for (const [name, { perSecond, p99 }] of best) {
		const ratio = ((ours?.perSecond ?? 0) / perSecond).toFixed(2);
		console.log(
			`  ${name.padEnd(38)}${perSecond.toFixed(0).padStart(12)}${String(p99).padStart(9)}${ratio.padStart(15)}`,
		);
	}
}

await runBench("sales", async (servers) => {
	const databaseUrl = await servers.startDatabase();
	const gateway = await startGateway(servers, databaseUrl);
	const ours: Peer = { name: "token sale", url: gateway.url, next: gateway.sales.next };
	await gateway.sales.prepare(4_000 * warmUpSeconds);
	await mostPerSecond(ours, warmUpSeconds);
	console.log("\n      rate  answered    p50 ms    p99 ms  p99.9 ms  errors");
	const results = await measureRates(gateway);
	const kept = results.filter(({ rate, answered, p99 }) => p99 <= p99LimitMs && answered >= rate * keptUp);
	console.log(`\n  the highest rate with a p99 of at most ${p99LimitMs} ms: ${kept.at(-1)?.rate ?? "none"}`);

	const insert = await servers.start(
		"lab/load/insert-server.ts",
		{ DATABASE_URL: databaseUrl },
		(line) => JSON.parse(line).url,
	);
	const headers = { "content-type": "application/json" };
	const plain = { path: "/sale", headers, body: JSON.stringify({ amount: 31, invoice_id: "INV-1042" }) };
	const mocked = await startMock(servers);
	if (mocked === undefined) console.log(`\n  ${mock.name} could not be fetched, so it is not compared.`);
	const peers = [ours, { name: "plain insert, a flush a request", url: insert.url, next: () => plain }];
	await comparePeers(mocked === undefined ? peers : [...peers, mocked], () => gateway.sales.prepare(2_500 * seconds));
	return results.every(({ errors }) => errors === 0);
});
