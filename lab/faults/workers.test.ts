import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { goodCard, requestToken, salePath, signIn } from "../../test/fixtures/client.ts";
import { databaseUrl, execute } from "../../test/fixtures/database.ts";
import {
	freePort,
	type GatewayProcess,
	spawnGatewayProcess,
	startGatewayProcess,
} from "../../test/fixtures/gateway-process.ts";

// A gateway of two workers, each with connections that are kept and connections of one request.

const name = `cardseal_workers_${randomBytes(6).toString("hex")}`;
const waitMs = 60_000;
let url: string;
let dataDirectory: string;
let metricsUrl: string;
let gateway: GatewayProcess;
let token: string;

beforeAll(async () => {
	const server = inject("databaseServerUrl");
	await execute(server, `create database ${name}`);
	url = databaseUrl(server, name);
	dataDirectory = await mkdtemp(join(tmpdir(), "cardseal-faults-"));
	const metricsPort = await freePort();
	metricsUrl = `http://127.0.0.1:${metricsPort}`;
	gateway = await startGatewayProcess({
		dataDirectory,
		port: await freePort(),
		environment: {
			WORKERS: "2",
			METRICS_PORT: String(metricsPort),
			DATABASE_URL: url,
			DATABASE_CONNECTIONS: "4",
			PROCESSOR_TIMEOUT_MS: "5000",
		},
	});
	({ token } = await signIn(gateway.url, await gateway.demo()));
});

afterAll(async () => {
	expect(await gateway.end("SIGTERM")).toEqual({ code: 0, signal: null });
	await execute(inject("databaseServerUrl"), `drop database ${name} with (force)`);
	await rm(dataDirectory, { recursive: true });
});

/** The process ids of the workers. */
function workers(): number[] {
	return readFileSync(`/proc/${gateway.pid}/task/${gateway.pid}/children`, "utf8").trim().split(" ").map(Number);
}

async function query(statement: string): Promise<Record<string, unknown>[]> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		return (await client.query(statement)).rows;
	} finally {
		await client.end();
	}
}

interface Verbose {
	status: string;
	checks: Record<string, { ok: boolean; list?: object }>;
}

async function readHealth(): Promise<Verbose> {
	return (await (await fetch(`${metricsUrl}/readyz?verbose`)).json()) as Verbose;
}

async function bothServe(): Promise<void> {
	const find = async () => (await readHealth()).checks.workers;
	await expect.poll(find, { timeout: waitMs }).toEqual({ ok: true, serving: 2, wanted: 2 });
	expect(await metric('cardseal_check_passed{check="workers"}')).toBe(1);
}

/** The sum of a series over its labels; 0 without values. */
async function metric(series: string): Promise<number> {
	const lines = (await (await fetch(`${metricsUrl}/metrics`)).text()).split("\n");
	const values = lines.filter((line) => line.startsWith(`${series}{`) || line.startsWith(`${series} `));
	return values.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);
}

interface Seller {
	/** The transaction ids of approved sales. */
	approved: string[];
	/** Requests without a 200. */
	failures: unknown[];
	/** Sells nothing more, and waits for the sale in flight. */
	stop(): Promise<void>;
}

/** Sells one sale after another, on one connection or on a new one each. */
function sell({ keepsConnection }: { keepsConnection: boolean }): Seller {
	const agent = new Agent({ keepAlive: keepsConnection, maxSockets: 1 });
	const approved: string[] = [];
	const failures: unknown[] = [];
	let isSelling = true;
	const selling = (async () => {
		while (isSelling) {
			const answer = await sale(agent).catch((error: unknown) => ({ status: 0, body: String(error) }));
			if (answer.status === 200) approved.push((JSON.parse(answer.body) as { transaction_id: string }).transaction_id);
			else failures.push(answer);
		}
		agent.destroy();
	})();
	return {
		approved,
		failures,
		stop() {
			isSelling = false;
			return selling;
		},
	};
}

function sale(agent: Agent): Promise<{ status: number | undefined; body: string }> {
	return new Promise((resolve, reject) => {
		const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
		const signal = AbortSignal.timeout(20_000);
		const sending = request(gateway.url + salePath, { method: "POST", agent, headers, signal });
		sending.on("error", reject);
		sending.on("response", (response: IncomingMessage) => {
			text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
		});
		sending.end(JSON.stringify({ amount: 31, ...goodCard }));
	});
}

/** Sells while something happens, and stops after it. */
async function sellDuring(event: (sellers: Seller[]) => Promise<void>): Promise<Seller[]> {
	const sellers = [true, true, true, false].map((keepsConnection) => sell({ keepsConnection }));
	const soldBy = (seller: Seller) => expect.poll(() => seller.approved.length, { timeout: waitMs }).toBeGreaterThan(2);
	await Promise.all(sellers.map(soldBy));
	try {
		await event(sellers);
	} finally {
		await Promise.all(sellers.map((seller) => seller.stop()));
	}
	return sellers;
}

describe("a gateway with WORKERS=2", () => {
	test("answers for both workers at the metrics port", async () => {
		expect(new Set(workers()).size).toBe(2);
		expect((await fetch(`${metricsUrl}/readyz`)).status).toBe(200);
		await bothServe();
		const { checks } = await readHealth();
		expect(Object.keys(checks)).toEqual([
			"workers",
			"database",
			"schema",
			"jobs",
			"disk",
			"audit_head",
			"clock",
			"restored",
			"mail",
		]);
		expect(Object.keys(checks.jobs?.list ?? {})).toContain("recovery");
		// Two event loops have run the job; one of them has read the database.
		const runs = () => metric('cardseal_job_runs_total{name="recovery",result="success"}');
		await expect.poll(runs, { timeout: 20_000 }).toBeGreaterThan(1);
		await expect.poll(() => metric("cardseal_backlogs_read"), { timeout: 20_000 }).toBe(1);
		const accept = { headers: { Accept: "application/openmetrics-text" } };
		const openMetrics = await (await fetch(`${metricsUrl}/metrics`, accept)).text();
		expect(openMetrics).toMatch(/^cardseal_job_runs_total\{/m);
		expect(openMetrics).toMatch(/# EOF\n$/);
	});

	test("O-24 counts wrong secrets at both workers together", async () => {
		const { client_id } = await gateway.demo();
		const form = { grant_type: "client_credentials", client_id, client_secret: "no" };
		const guess = () => requestToken(gateway.url, form, { Connection: "close" });
		const statuses = (await Promise.all(Array.from({ length: 24 }, guess))).map(({ status }) => status);
		expect(statuses.filter((status) => status === 401)).toHaveLength(20);
		expect(statuses.filter((status) => status === 429)).toHaveLength(4);
	});

	test("loses no acknowledged sale when a worker is killed, and another takes its place", async () => {
		const before = workers();
		const [killed = 0] = before;
		const sellers = await sellDuring(async (selling) => {
			process.kill(killed, "SIGKILL");
			await gateway.written(new RegExp(`"worker":${killed}.*a worker ended`));
			await bothServe();
			// Each goes on, on a new connection.
			const counts = selling.map(({ approved }) => approved.length);
			const more = () => selling.every(({ approved }, index) => approved.length > (counts[index] ?? 0));
			await expect.poll(more, { timeout: waitMs }).toBe(true);
		});
		expect(workers()).toContain(before[1]);
		expect(workers()).not.toContain(killed);
		expect(new Set(workers()).size).toBe(2);
		// At most the request that each connection had in flight, and connections to a worker whose end was not seen yet.
		for (const { failures } of sellers) expect(failures.length).toBeLessThan(5);

		const acknowledged = sellers.flatMap(({ approved }) => approved);
		const found = await query("select transaction_id, status from transactions");
		const results = new Map(found.map(({ transaction_id, status }) => [transaction_id, status]));
		expect(new Set(acknowledged.map((id) => results.get(id)))).toEqual(new Set(["APPROVED"]));
		// Recovery asks the processor for the others.
		const pending = () => query("select 1 from pending_transactions");
		await expect.poll(pending, { timeout: waitMs }).toEqual([]);
	});

	test("kills a worker that hangs for half a minute, and another takes its place", async () => {
		await bothServe();
		const [hung, other] = workers();
		process.kill(hung as number, "SIGSTOP");
		await expect.poll(workers, { timeout: waitMs }).not.toContain(hung);
		expect(workers()).toContain(other);
		await bothServe();
	}, 180_000);

	test("replaces its workers at SIGHUP, and refuses and resets no request", async () => {
		const before = workers();
		const outcomes = "cardseal_transaction_outcomes_total";
		const soldBefore = await metric(outcomes);
		const sellers = await sellDuring(async () => {
			process.kill(gateway.pid, "SIGHUP");
			let isReplaced = false;
			const replaced = gateway.written(/replaced the workers/).then(() => {
				isReplaced = true;
			});
			// On the connection of the first requests, which a worker would keep for a minute.
			while (!isReplaced) expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
			await replaced;
		});
		expect(sellers.map(({ failures }) => failures)).toEqual([[], [], [], []]);
		expect(workers().filter((worker) => before.includes(worker))).toEqual([]);
		expect(new Set(workers()).size).toBe(2);
		// Counters go on from those of the former workers.
		const sold = sellers.reduce((sum, { approved }) => sum + approved.length, 0);
		expect(await metric(outcomes)).toBe(soldBefore + sold);
	});

	test("leaves no gap in its ids", async () => {
		const [ids] = await query("select max(id)::int - min(id)::int as span, count(*)::int as count from transactions");
		expect(Number(ids?.span) - Number(ids?.count)).toBeLessThan(1_000);
	});
});

test.each(["0", "two"])("WORKERS=%s stops the start with a sentence", async (WORKERS) => {
	const wrong = spawnGatewayProcess({ dataDirectory, port: await freePort(), environment: { WORKERS } });
	expect(await wrong.ended).toEqual({ code: 1, signal: null });
	expect(wrong.output()).toContain("WORKERS must be auto, or a whole number from 1 to 256");
});

test("a first worker that does not start ends the gateway, which says why once", async () => {
	const environment = { WORKERS: "2", DATABASE_URL: "postgres://u:p@127.0.0.1:1/none" };
	const wrong = spawnGatewayProcess({ dataDirectory, port: await freePort(), environment });
	expect(await wrong.ended).toEqual({ code: 1, signal: null });
	expect(wrong.output().match(/could not start/g)).toHaveLength(1);
	expect(wrong.output()).toContain("127.0.0.1:1/none");
});
