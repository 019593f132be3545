/**
 * `npm run lab -- pgbouncer [--seconds 15] [--writers 8]`: sells through a gateway behind Debian's PgBouncer, in each pool mode, and
 * prints what works. Fails when session mode, the supported one, does not. Needs root, mmdebstrap, and Debian's mirror for the first
 * run.
 */
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { startEmbeddedDatabase } from "../../packages/local-postgres/src/start.ts";
import { openDatabase } from "../../packages/platform/src/db/database.ts";
import { judge } from "../../test/faults/verdict.ts";
import { databaseProxy } from "../../test/fixtures/api/database-proxy.ts";
import { freePort, spawnGatewayProcess } from "../../test/fixtures/gateway-process.ts";
import { createMachine, prepareSystem } from "./machine.ts";
import { collectEvidence, counterOf, sell } from "./sales.ts";

const modes = ["session", "transaction"] as const;
const startLimitMs = 30_000;
/** PgBouncer's connections to PostgreSQL. Transaction mode has fewer than the gateway, so that they must be shared. */
const serverConnections = { session: 40, transaction: 4 };

const { values } = parseArgs({ options: { seconds: { type: "string" }, writers: { type: "string" } } });
const sellingMs = Number(values.seconds ?? 15) * 1000;
const writers = Number(values.writers ?? 8);

function say(line: string): void {
	process.stdout.write(`${line}\n`);
}

interface Finding {
	what: string;
	problem: string | undefined;
}

async function attempt(what: string, work: () => Promise<string | undefined>): Promise<Finding> {
	const problem = await work().catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
	return { what, problem };
}

/** Checks that every connection of a pool has the gateway's settings, and no settings of another client. */
async function checkSettings(url: string): Promise<string | undefined> {
	const jobs = openDatabase({ url, maximumConnections: 4, statementTimeoutMs: 3_600_000 });
	const requests = openDatabase({ url, maximumConnections: 4 });
	try {
		const read = (pool: typeof jobs) =>
			Promise.all(
				Array.from({ length: 4 }, async () => {
					const { rows } = await sql<{ seen: string }>`
						select current_setting('statement_timeout') || ' ' || current_setting('plan_cache_mode') as seen, pg_sleep(0.2)`.execute(
						pool,
					);
					return rows[0]?.seen;
				}),
			);
		await read(jobs);
		const seen = [...new Set(await read(requests))].join(" and ");
		return seen === "30s force_generic_plan" ? undefined : `settings were ${seen}`;
	} finally {
		await Promise.all([jobs.destroy(), requests.destroy()]);
	}
}

/** Checks that the session that took a lock releases it. */
async function checkSessionLock(url: string): Promise<string | undefined> {
	const pool = openDatabase({ url, maximumConnections: 4 });
	try {
		const taken = await pool.connection().execute(async (connection) => {
			const others = () => [1, 2, 3].map(() => sql`select pg_sleep(0.2)`.execute(pool));
			await Promise.all(others());
			await sql`select pg_advisory_lock(42)`.execute(connection);
			// Other clients use the connection to PostgreSQL that took the lock, if PgBouncer lets them.
			const using = others();
			await sql`select pg_sleep(0.1)`.execute(connection);
			const { rows } = await sql<{ ok: boolean }>`select pg_advisory_unlock(42) as ok`.execute(connection);
			await Promise.all(using);
			return rows[0]?.ok;
		});
		return taken ? undefined : "another session held the lock";
	} finally {
		await pool.destroy();
	}
}

async function tryMode(mode: (typeof modes)[number], directory: string): Promise<Finding[]> {
	const home = join(directory, mode);
	await mkdir(join(home, "etc/pgbouncer"), { recursive: true });
	await chmod(home, 0o711);
	const database = await startEmbeddedDatabase({ dataDirectory: join(home, "data"), log: () => undefined });
	const server = await databaseProxy(database.url);
	const target = new URL(server.url);
	const port = await freePort();
	const lines = [
		"[databases]",
		`cardseal = host=127.0.0.1 port=${target.port} pool_size=${serverConnections[mode]}`,
		"[pgbouncer]",
		"listen_addr = 127.0.0.1",
		`listen_port = ${port}`,
		"unix_socket_dir =",
		"auth_type = scram-sha-256",
		"auth_file = /etc/pgbouncer/userlist.txt",
		`pool_mode = ${mode}`,
		"max_client_conn = 300",
	];
	await writeFile(join(home, "etc/pgbouncer/pgbouncer.ini"), lines.join("\n"));
	await writeFile(join(home, "etc/pgbouncer/userlist.txt"), `"${target.username}" "${target.password}"\n`);
	const machine = await createMachine(home, [{ at: "/etc/pgbouncer", owner: "postgres" }]);
	machine.start("runuser -u postgres -- pgbouncer --quiet /etc/pgbouncer/pgbouncer.ini");
	const url = `postgres://${target.username}:${target.password}@127.0.0.1:${port}/cardseal`;
	const gateway = spawnGatewayProcess({
		dataDirectory: join(home, "gateway"),
		port: await freePort(),
		environment: { DATABASE_URL: url, PROCESSOR_TIMEOUT_MS: "1000" },
	});
	try {
		await answering(url);
		const findings = [await attempt("the gateway starts and migrates", async () => void (await gateway.ready()))];
		if (findings[0]?.problem !== undefined) return findings;
		findings.push(
			await attempt("sales", async () => {
				const closing = new AbortController();
				const selling = sell([await counterOf(gateway, await gateway.demo())], {
					writers,
					seed: 1,
					closing: closing.signal,
				});
				await delay(sellingMs);
				closing.abort();
				const sales = await selling.done;
				const broken = judge(await collectEvidence(database.url, sales)).filter(
					// Recovery inquires about lost answers of the processor later.
					({ promise, violations }) => violations.length > 0 && promise !== "every sale has an outcome",
				);
				say(`  ${mode}: ${sales.outcomes.length} sales`);
				return broken.length === 0
					? undefined
					: broken.map(({ promise, violations }) => `${promise}: ${violations[0]}`).join("; ");
			}),
			await attempt("settings of connections", () => checkSettings(url)),
			await attempt("locks of sessions", () => checkSessionLock(url)),
		);
		const errors = gateway
			.output()
			.split("\n")
			.filter((line) => /"level":"?(?:error|50|60)/.test(line));
		findings.push({
			what: "no errors in the log",
			problem: errors.length === 0 ? undefined : `${errors.length}: ${errors[0]?.slice(0, 300)}`,
		});
		return findings;
	} finally {
		await gateway.end("SIGTERM");
		await machine.kill();
		await server.stop();
		await database.stop();
	}
}

async function answering(url: string): Promise<void> {
	const pool = openDatabase({ url, maximumConnections: 1 });
	try {
		for (const end = performance.now() + startLimitMs; performance.now() < end; await delay(100)) {
			const answer = await sql`select 1`.execute(pool).catch(() => undefined);
			if (answer !== undefined) return;
		}
		throw new Error("PgBouncer did not answer.");
	} finally {
		await pool.destroy();
	}
}

await prepareSystem(say);
const directory = await mkdtemp(join(tmpdir(), "cardseal-pgbouncer-"));
await chmod(directory, 0o711);
try {
	for (const mode of modes) {
		const findings = await tryMode(mode, directory);
		say(`${mode} mode:`);
		for (const { what, problem } of findings)
			say(`  ${problem === undefined ? "works" : "FAILS"} ${what}${problem === undefined ? "" : `: ${problem}`}`);
		if (mode === "session" && findings.some(({ problem }) => problem !== undefined)) process.exitCode = 1;
	}
} finally {
	await rm(directory, { recursive: true });
}
