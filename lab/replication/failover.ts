/**
 * `npm run lab -- failover [--rounds 2] [--writers 8] [--seed N]`: sells through two gateways on PostgreSQL with two standbys,
 * while primaries fail in three ways: the machine is lost, PostgreSQL is killed (SIGKILL), the machine freezes for a while. The
 * gateways are not restarted. Fails when an acknowledged sale is lost, a sale is written twice, a sale has no outcome at the end, or
 * sales do not resume within 30 s. Needs root, mmdebstrap, and Debian's mirror for the first run.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { generateMasterKey } from "@cardseal/vault";
import { sql } from "kysely";
import { type Database, openDatabase } from "../../packages/platform/src/db/database.ts";
import { type Evidence, judge } from "../../test/faults/verdict.ts";
import { freePort, type GatewayProcess, spawnGatewayProcess } from "../../test/fixtures/gateway-process.ts";
import { type Cluster, type DatabaseMachine, startCluster } from "./cluster.ts";
import { prepareSystem } from "./machine.ts";
import { collectEvidence, counterOf, type Sales, sell } from "./sales.ts";

const resumeLimitSeconds = 30;
const recoveryLimitSeconds = 60;
/** Longer than the cluster waits for its primary. */
const standstillMs = 25_000;
const sellingMs = 5_000;

const options = { rounds: { type: "string" }, writers: { type: "string" }, seed: { type: "string" } } as const;
const { values } = parseArgs({ options });
const rounds = Number(values.rounds ?? 2);
const writers = Number(values.writers ?? 8);
const seed = Number(values.seed ?? Date.now() % 1_000_000);

function say(line: string): void {
	process.stdout.write(`${line}\n`);
}

interface Failure {
	name: string;
	/** Lets the primary fail. Returns a function that brings its machine back. */
	fail(primary: DatabaseMachine): Promise<() => Promise<void>>;
}

const failures: Failure[] = [
	{
		name: "machine lost",
		async fail({ machine, boot }) {
			await machine.kill();
			return async () => boot();
		},
	},
	{
		name: "PostgreSQL killed",
		async fail({ machine }) {
			await machine.signal("SIGKILL", "postgres");
			return async () => undefined;
		},
	},
	{
		name: "machine stands still",
		async fail({ machine }) {
			await machine.signal("SIGSTOP");
			const stoppedAt = performance.now();
			return async () => {
				await delay(Math.max(0, standstillMs - (performance.now() - stoppedAt)));
				await machine.signal("SIGCONT");
			};
		},
	},
];

/** Returns the longest time without a response between two moments, in seconds. */
function longestPause({ acknowledgedAt }: Sales, from: number, to: number): number {
	const moments = [from, ...acknowledgedAt.filter((moment) => moment >= from && moment <= to), to];
	const pauses = moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment));
	return Math.max(...pauses) / 1000;
}

/** Waits for a response to a sale that begins now, for a minute at most. */
async function resume(sales: Sales, from: number): Promise<void> {
	const before = sales.acknowledgedAt.length;
	for (const end = from + 2 * resumeLimitSeconds * 1000; performance.now() < end; await delay(200)) {
		// Some responses may have been in flight.
		if (sales.acknowledgedAt.length > before + 2 * writers) return;
	}
}

async function failOnce(cluster: Cluster, { name, fail }: Failure, sales: Sales): Promise<number> {
	await cluster.whole();
	await delay(sellingMs);
	const primary = await cluster.primary();
	const made = sales.outcomes.length;
	const failedAt = performance.now();
	const restore = await fail(primary);
	await resume(sales, performance.now());
	await restore();
	await cluster.whole();
	await delay(sellingMs);
	const seconds = longestPause(sales, failedAt, performance.now());
	const next = await cluster.primary();
	say(`  ${name} (${primary.name}): sales paused for ${seconds.toFixed(1)} s, then ${next.name}; ${made} sales before`);
	return seconds;
}

async function settled(database: Database): Promise<number> {
	const startedAt = performance.now();
	for (;;) {
		const { rows } = await sql<{ count: number }>`
			select count(*) as count from transactions where status = 'PENDING'`.execute(database);
		const seconds = (performance.now() - startedAt) / 1000;
		if (rows[0]?.count === 0 || seconds > recoveryLimitSeconds) return seconds;
		await delay(200);
	}
}

/** Returns the number of broken promises. */
function report(evidence: Evidence, pauses: number[]): number {
	const pause = {
		promise: `sales resume within ${resumeLimitSeconds} s`,
		checked: pauses.length,
		violations: pauses.filter((seconds) => seconds > resumeLimitSeconds).map((seconds) => `${seconds.toFixed(1)} s`),
	};
	const verdicts = [...judge(evidence), pause];
	const acknowledged = evidence.outcomes.filter(({ response }) => response.kind === "acknowledged").length;
	const lost = verdicts[0]?.violations.length;
	say(
		`\n${acknowledged} sales acknowledged, ${lost} of them lost; longest pause ${Math.max(...pauses).toFixed(1)} s\n`,
	);
	for (const { promise, checked, violations } of verdicts) {
		say(`  ${violations.length === 0 ? "holds " : "BROKEN"} ${promise} (${checked} checked)`);
		for (const violation of violations.slice(0, 5)) say(`      ${violation}`);
	}
	return verdicts.filter(({ violations }) => violations.length > 0).length;
}

async function sellAndFail(cluster: Cluster, gateways: GatewayProcess[]): Promise<number> {
	await Promise.all(gateways.map((gateway) => gateway.ready()));
	const demo = await (gateways[0] as GatewayProcess).demo();
	const counters = await Promise.all(gateways.map((gateway) => counterOf(gateway, demo)));
	const closing = new AbortController();
	const { sales, done } = sell(counters, { writers, seed, closing: closing.signal });
	const pauses: number[] = [];
	for (let round = 1; round <= rounds; round++) {
		for (const failure of failures) pauses.push(await failOnce(cluster, failure, sales));
	}
	closing.abort();
	await done;
	const database = openDatabase({ url: cluster.url, maximumConnections: 2 });
	try {
		say(`  every sale had an outcome after ${(await settled(database)).toFixed(1)} s`);
		return report(await collectEvidence(cluster.url, sales), pauses);
	} finally {
		await database.destroy();
	}
}

say(
	`${rounds} rounds under ${writers} writers. Again with: npm run lab -- failover --rounds ${rounds} --writers ${writers} --seed ${seed}`,
);
await prepareSystem(say);
const directory = await mkdtemp(join(tmpdir(), "cardseal-failover-"));
const cluster = await startCluster(directory);
const masterKeyFile = join(directory, "master.key");
await writeFile(masterKeyFile, generateMasterKey(), { mode: 0o600 });
const environment = { DATABASE_URL: cluster.url, MASTER_KEY_FILE: masterKeyFile, PROCESSOR_TIMEOUT_MS: "1000" };
const ports = [await freePort(), await freePort()];
const gateways = ports.map((port, index) =>
	spawnGatewayProcess({ dataDirectory: join(directory, `gateway${index + 1}`), port, environment }),
);
try {
	process.exitCode = (await sellAndFail(cluster, gateways)) === 0 ? 0 : 1;
} finally {
	await Promise.all(gateways.map((gateway) => gateway.end("SIGTERM")));
	await cluster.stop();
	await rm(directory, { recursive: true });
}
