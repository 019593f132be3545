import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { chooseAccount, isRoot } from "./account.ts";
import { findBinaries, program, reachableBinaries } from "./binaries.ts";
import { makeDataDirectory } from "./home.ts";
import { run, spawnOptions } from "./processes.ts";
import { findServer } from "./server.ts";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "./start.ts";

let dataDirectory: string;
let messages: string[];
/** Undone last first, so that servers stop before their folders go. */
let cleanups: (() => Promise<unknown>)[];

/** Options of `expect.poll` for the work of another process. */
const often = { timeout: 20_000, interval: 2 };

/** A data directory whose database is made once. A test that only needs one takes it and leaves it stopped. */
let made: string;

beforeAll(async () => {
	made = await mkdtemp(join(tmpdir(), "cardseal-embedded-"));
	await chmod(made, 0o711);
	const { stop } = await startEmbeddedDatabase({ dataDirectory: made, log: () => undefined });
	await stop();
});

afterAll(() => rm(made, { recursive: true, force: true }));

beforeEach(async () => {
	messages = [];
	cleanups = [];
	dataDirectory = join(await temporaryDirectory(0o711), "data");
});

afterEach(async () => {
	for (const cleanup of cleanups.reverse()) await cleanup();
});

function useMadeDatabase(): void {
	dataDirectory = made;
}

/** Changes a file of the stopped cluster until the test is over. */
async function spoil(file: string, text: string): Promise<void> {
	const path = join(dataDirectory, "postgres", "cluster", file);
	const before = await readFile(path);
	cleanups.push(() => writeFile(path, before));
	await writeFile(path, text);
}

test.runIf(process.platform === "linux")(
	"a data directory that cannot be made names the folder that was refused",
	async () => {
		await expect(makeDataDirectory("/proc/none/data")).rejects.toThrow("mkdir '/proc/none'");
	},
);

async function temporaryDirectory(mode: number): Promise<string> {
	const directory = await mkdtemp(join(tmpdir(), "cardseal-embedded-"));
	cleanups.push(() => rm(directory, { recursive: true, force: true }));
	await chmod(directory, mode);
	return directory;
}

async function start(directory = dataDirectory): Promise<EmbeddedDatabase> {
	const database = await startEmbeddedDatabase({ dataDirectory: directory, log: (message) => messages.push(message) });
	cleanups.push(database.stop);
	return database;
}

async function query<Row extends pg.QueryResultRow>(database: { url: string }, text: string): Promise<Row[]> {
	const client = await connect(database.url);
	try {
		return (await client.query<Row>(text)).rows;
	} finally {
		await client.end();
	}
}

async function connect(url: string): Promise<pg.Client> {
	const client = new pg.Client({ connectionString: url });
	client.on("error", () => undefined);
	await client.connect();
	return client;
}

/** Starts a process that opens the database as a gateway does; it leads a process group, as a shell's job does. */
function spawnGateway(): ChildProcess {
	const script = `
		import { startEmbeddedDatabase } from ${JSON.stringify(new URL("./start.ts", import.meta.url).href)};
		const { url, adopted } = await startEmbeddedDatabase({ dataDirectory: process.argv[1], log: () => undefined });
		process.stdout.write(JSON.stringify({ url, adopted }));
	`;
	const args = ["--conditions=source", "--input-type=module", "--eval", script, dataDirectory];
	const gateway = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"], detached: true });
	cleanups.push(() => kill(gateway));
	return gateway;
}

async function started(gateway: ChildProcess): Promise<{ url: string; adopted: boolean }> {
	const [output] = await once(gateway.stdout ?? gateway, "data");
	return JSON.parse(String(output));
}

/** The whole group, as a terminal's Ctrl-C or a supervisor would, so that only what left the group lives on. */
async function kill(gateway: ChildProcess): Promise<void> {
	if (gateway.exitCode !== null || gateway.signalCode !== null) return;
	const exit = once(gateway, "exit");
	process.kill(-Number(gateway.pid), "SIGKILL");
	await exit;
}

/**
 * Waits until the server has noticed that killed gateways are gone. Until then it counts their connections, and `stop` leaves it
 * running.
 */
async function disconnected(gateways: { url: string }[], database: { url: string }): Promise<void> {
	const names = gateways.map(({ url }) => `'${new URL(url).searchParams.get("application_name")}'`);
	const open = `SELECT 1 FROM pg_stat_activity WHERE application_name IN (${names})`;
	await vi.waitFor(async () => expect(await query(database, open)).toEqual([]), often);
}

/** Returns the folder of the Unix socket. */
function hostOf(database: { url: string } | undefined): string {
	return new URL(database?.url ?? "").searchParams.get("host") ?? "";
}

const pidFile = () => join(dataDirectory, "postgres", "cluster", "postmaster.pid");

async function serverPid(): Promise<number> {
	return Number.parseInt(await readFile(pidFile(), "utf8"), 10);
}

/** Kills the gateway of a database, then the server, so that its files stay as a crash leaves them. */
async function crashAfter(statement: string): Promise<number> {
	const gateway = spawnGateway();
	await query(await started(gateway), statement);
	await kill(gateway);
	return await crashServer();
}

/** Kills the server itself. */
async function crashServer(): Promise<number> {
	const pid = await serverPid();
	process.kill(pid, "SIGKILL");
	await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), often);
	return pid;
}

describe("a new database", () => {
	test("is PostgreSQL in UTF-8, sorted by code point, with case folding for all letters", async () => {
		const [row] = await query(
			await start(),
			"SELECT current_setting('server_encoding') AS encoding, 'Z' < 'a' AS by_code_point, lower('ÉCOLE') AS folded",
		);
		expect(row).toEqual({ encoding: "UTF8", by_code_point: true, folded: "école" });
	});

	test("accepts only a role without superuser rights, on a private Unix socket, with a private password", async () => {
		const database = await start();
		const [row] = await query(
			database,
			"SELECT current_setting('listen_addresses') AS addresses, rolsuper AS superuser FROM pg_roles WHERE rolname = current_user",
		);
		expect(row).toEqual({ addresses: "", superuser: false });
		expect(hostOf(database)).toBe(join(database.directory, "socket"));
		expect((await stat(join(database.directory, "socket"))).mode & 0o777).toBe(0o700);

		const password = join(database.directory, "password");
		expect((await stat(password)).mode & 0o777).toBe(0o600);
		expect(new URL(database.url).password).toBe((await readFile(password, "utf8")).trim());
		await expect(connect(database.url.replace(/:[^:@]+@/, ":guess@"))).rejects.toThrow(
			"password authentication failed",
		);
		await expect(connect(database.url.replace("//cardseal", "//postgres"))).rejects.toThrow("no pg_hba.conf entry");
	});

	test("keeps PostgreSQL's durable commit settings", async () => {
		const rows = await query(
			await start(),
			"SELECT name, setting, source FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums') ORDER BY name",
		);
		expect(rows).toEqual([
			{ name: "data_checksums", setting: "on", source: "default" },
			{ name: "fsync", setting: "on", source: "default" },
			{ name: "full_page_writes", setting: "on", source: "default" },
			{ name: "synchronous_commit", setting: "on", source: "default" },
		]);
	});

	test("may have a long path with blanks and quotes, and survives a restart", async () => {
		const directory = join(dataDirectory, `it's "here"`, "x".repeat(200), "y".repeat(200));
		const first = await start(directory);
		await query(first, "CREATE TABLE kept AS SELECT 7 AS answer");
		await first.stop();
		const second = await start(directory);
		expect(await query(second, "SELECT answer FROM kept")).toEqual([{ answer: 7 }]);
		expect(second.adopted).toBe(false);
		// The path of a Unix socket is limited to 107 bytes.
		const socket = hostOf(second);
		expect((await stat(socket)).mode & 0o777).toBe(0o700);
		expect(messages.at(-1)).toContain(`Started PostgreSQL on ${socket}`);
		await second.stop();
		await expect(stat(socket)).rejects.toThrow("ENOENT");
	});

	test("is created once by two gateways that start at the same time", async () => {
		const gateways = [spawnGateway(), spawnGateway()];
		const both = await Promise.all(gateways.map(started));
		const [one, other] = both;
		expect([one?.adopted, other?.adopted].sort()).toEqual([false, true]);
		expect(hostOf(one)).toBe(hostOf(other));
		for (const gateway of gateways) await kill(gateway);
		const database = await start();
		expect(await query(database, "SELECT 1 AS answer")).toEqual([{ answer: 1 }]);
		await disconnected(both, database);
	});

	test("is created again after a gateway was killed during initdb", async () => {
		const gateway = spawnGateway();
		await vi.waitFor(async () => expect(await unfinishedClusterFiles()).toContain("global"), often);
		await kill(gateway);
		expect(await readdir(dataDirectory)).not.toContain("postgres");

		expect(await query(await start(), "SELECT 1 AS answer")).toEqual([{ answer: 1 }]);
		expect(await readdir(dataDirectory)).toEqual(["postgres"]);
	});

	async function unfinishedClusterFiles(): Promise<string[]> {
		const [unfinished] = (await readdir(dataDirectory)).filter((name) => name.startsWith("postgres.unfinished-"));
		return await readdir(join(dataDirectory, String(unfinished), "cluster"));
	}
});

describe("a server whose gateway was killed", () => {
	beforeEach(useMadeDatabase);

	test("is adopted by the next start, and stopped by it", async () => {
		const gateway = spawnGateway();
		const before = await started(gateway);
		await kill(gateway);

		const database = await start();
		expect(database.adopted).toBe(true);
		expect(hostOf(database)).toBe(hostOf(before));
		expect(messages.join()).toContain("Adopted the running PostgreSQL");
		await disconnected([before], database);
		await database.stop();
		await expect(connect(before.url)).rejects.toThrow("ENOENT");
	});

	test("is awaited and adopted while it recovers from a crash", async () => {
		await crashAfter("CREATE TABLE recovered AS SELECT generate_series(1, 100000) AS number");
		const crashed = await readFile(pidFile(), "utf8");
		const gateway = spawnGateway();
		await vi.waitFor(async () => expect(await readFile(pidFile(), "utf8")).not.toBe(crashed), often);
		await kill(gateway);

		const database = await start();
		expect(database.adopted).toBe(true);
		expect(await query(database, "SELECT count(*)::int AS count FROM recovered")).toEqual([{ count: 100_000 }]);
	});

	test("is awaited while it shuts down, then started again", async () => {
		const first = await start();
		const pid = await serverPid();
		// A "smart" shutdown lasts until the last client leaves: here, the first gateway's own connection.
		process.kill(pid, "SIGTERM");
		await vi.waitFor(async () => expect(await readFile(pidFile(), "utf8")).toContain("stopping"), often);
		const starting = start();
		await first.stop();
		const second = await starting;
		expect(second.adopted).toBe(false);
		expect(await serverPid()).not.toBe(pid);
		expect(await query(second, "SELECT 1 AS answer")).toEqual([{ answer: 1 }]);
	});
});

describe("a server that crashed", () => {
	beforeEach(useMadeDatabase);

	test("is started again with all committed data", async () => {
		await crashAfter("CREATE TABLE committed AS SELECT 7 AS answer");
		const database = await start();
		expect(database.adopted).toBe(false);
		expect(await query(database, "SELECT answer FROM committed")).toEqual([{ answer: 7 }]);
	});

	test("is started again even if another process has its id, which is not touched", async () => {
		const old = await crashAfter("CREATE TABLE kept AS SELECT 7 AS answer");
		// Runs as the same user: PostgreSQL ignores a process that it may not signal.
		const account = await chooseAccount(undefined);
		const bystander = spawn("sleep", ["600"], { ...spawnOptions(account), stdio: "ignore" });
		cleanups.push(async () => bystander.kill());
		const text = await readFile(pidFile(), "utf8");
		await writeFile(pidFile(), text.replace(String(old), String(bystander.pid)));

		const database = await start();
		expect(database.adopted).toBe(false);
		expect(await query(database, "SELECT answer FROM kept")).toEqual([{ answer: 7 }]);
		expect(bystander.exitCode).toBeNull();
	});

	test("keeps its postmaster.pid while it has created the file and not written it", async () => {
		await crashAfter("SELECT 1");
		await writeFile(pidFile(), "");
		expect(await findServer(join(dataDirectory, "postgres"))).toBeUndefined();
		expect(await readFile(pidFile(), "utf8")).toBe("");
	});

	test("is started again even if postmaster.pid is empty", async () => {
		await writeFile(pidFile(), "");
		expect(await query(await start(), "SELECT 1 AS answer")).toEqual([{ answer: 1 }]);
	});

	test("that cannot start reports PostgreSQL's message", async () => {
		await spoil("postgresql.conf", "no_such_setting = 1\n");
		await expect(start()).rejects.toThrow(
			/does not start:[\s\S]*unrecognized configuration parameter "no_such_setting"/,
		);
	});
});

describe("a server that ends while its gateway runs", () => {
	beforeEach(useMadeDatabase);

	test("is started again after SIGKILL, with all committed data, at the same address", async () => {
		const database = await start();
		await query(database, "CREATE TABLE survived AS SELECT 7 AS answer");
		const killed = await crashServer();
		const survived = () => query(database, "SELECT answer FROM survived");
		await vi.waitFor(async () => expect(await survived()).toEqual([{ answer: 7 }]), often);
		expect(await serverPid()).not.toBe(killed);
		expect(database.isLost()).toBe(false);
	});

	test("counts as lost when it cannot be started again, and comes back when it can", async () => {
		const database = await start();
		await spoil("postgresql.conf", "no_such_setting = 1\n");
		await crashServer();
		await vi.waitFor(() => expect(database.isLost()).toBe(true), often);
		expect(messages.join()).toContain("is not back");
		await writeFile(join(dataDirectory, "postgres", "cluster", "postgresql.conf"), "");
		await vi.waitFor(async () => expect(await query(database, "SELECT 1 AS answer")).toHaveLength(1), often);
		await vi.waitFor(() => expect(database.isLost()).toBe(false), often);
	});

	test("is not started again by a gateway that stops", async () => {
		const database = await start();
		await spoil("postgresql.conf", "no_such_setting = 1\n");
		await crashServer();
		await database.stop();
		expect(messages.at(-1)).not.toBe("PostgreSQL is back.");
	});
});

describe("stop", () => {
	beforeEach(useMadeDatabase);

	test("leaves the server to another gateway; the last one stops it", async () => {
		const [first, second] = [await start(), await start()];
		await first.stop();
		expect(messages.at(-1)).toBe("PostgreSQL is left running: another gateway uses it.");
		expect(await query(second, "SELECT 1 AS answer")).toEqual([{ answer: 1 }]);
		await second.stop();
		expect(messages.at(-1)).toBe("PostgreSQL has stopped.");
		await expect(connect(second.url)).rejects.toThrow("ENOENT");
	});

	test("counts a gateway by any of its connections", async () => {
		const database = await start();
		const url = new URL(database.url);
		url.searchParams.set("application_name", "cardseal 4711");
		const other = await connect(url.href);
		cleanups.push(() => other.end());
		await database.stop();
		expect((await other.query("SELECT 1 AS answer")).rows).toEqual([{ answer: 1 }]);
		await other.end();
		await (await start()).stop();
	});

	test("closes open connections, and may be called twice", async () => {
		const database = await start();
		const forgotten = await connect(database.url);
		const ended = new Promise((resolve) => forgotten.once("end", resolve));
		await Promise.all([database.stop(), database.stop()]);
		await ended;
		expect(await readdir(join(database.directory, "cluster"))).not.toContain("postmaster.pid");
	});

	test("succeeds when the server has already died", async () => {
		const database = await start();
		await crashServer();
		await expect(database.stop()).resolves.toBeUndefined();
	});
});

describe("a data directory", () => {
	test("with the lock of a dead gateway can be started, even if the process id is reused", async () => {
		await mkdir(dataDirectory, { mode: 0o711 });
		await symlink(`${process.pid}@1`, join(dataDirectory, "postgres.lock"));
		expect((await start()).adopted).toBe(false);
	});

	test("whose linked database is missing is rejected", async () => {
		await mkdir(dataDirectory);
		await symlink("/var/lib/cardseal/none-00000000-000000", join(dataDirectory, "postgres"));
		await expect(start()).rejects.toThrow(/is gone\. Bring it back/);
	});

	test("of another major version is rejected with advice", async () => {
		useMadeDatabase();
		await spoil("PG_VERSION", "17\n");
		await expect(start()).rejects.toThrow(/made by PostgreSQL 17; this gateway brings 18\. Dump it/);
	});

	test("in a private folder works for root and for an ordinary user", async () => {
		const ourOwn = join(await temporaryDirectory(0o700), "data");
		const first = await start(ourOwn);
		// Root runs PostgreSQL under another user, who cannot come in; an ordinary user runs it as itself.
		if (isRoot()) {
			cleanups.splice(-1, 0, () => rm(first.directory, { recursive: true }));
			expect(first.directory).toMatch(/^\/var\/lib\/cardseal\/data-[0-9a-f]{8}-[0-9a-f]{6}$/);
			expect(messages[0]).toMatch(/keeps out: the database goes to \/var\/lib\/cardseal\/data-/);
		} else {
			expect(first.directory).toBe(join(ourOwn, "postgres"));
		}
		await query(first, "CREATE TABLE kept AS SELECT 7 AS answer");
		await first.stop();
		expect(await query(await start(ourOwn), "SELECT answer FROM kept")).toEqual([{ answer: 7 }]);
	});
});

describe("PostgreSQL's programs", () => {
	test("never run as root", async () => {
		useMadeDatabase();
		await start();
		const { uid } = await stat(pidFile());
		expect(uid).not.toBe(0);
		expect(uid).toBe((await chooseAccount(undefined))?.uid ?? process.getuid?.());
	});

	test("in a folder closed to their user are copied once", async () => {
		const [native, staging] = [join(await temporaryDirectory(0o700), "native"), await temporaryDirectory(0o711)];
		const ours = { directory: native, version: "18.4.0" };
		await mkdir(join(native, "bin"), { recursive: true });
		await mkdir(join(native, "lib"));
		await writeFile(join(native, "lib", "libpq.so.5.18"), "exit 0\n", { mode: 0o600 });
		await symlink("libpq.so.5.18", join(native, "lib", "libpq.so.5"));
		await writeFile(program(ours, "postgres"), `#!/bin/sh\n. "$(dirname "$0")/../lib/libpq.so.5"\n`, { mode: 0o700 });

		const account = await chooseAccount(undefined);
		const log = (message: string) => messages.push(message);
		for (const _start of ["first", "second"]) {
			const reachable = await reachableBinaries(ours, account, log, staging);
			await run(program(reachable, "postgres"), [], account);
		}
		expect(messages).toHaveLength(isRoot() ? 1 : 0);
		expect(await readdir(staging)).toEqual(isRoot() ? ["postgresql-18.4.0"] : []);
	});

	test("missing for the platform are an error that names DATABASE_URL", async () => {
		await expect(findBinaries("plan9", "mips")).rejects.toThrow(
			/PostgreSQL for plan9 on mips is not installed .*Set DATABASE_URL/,
		);
	});
});

describe("PostgreSQL's log", () => {
	beforeEach(useMadeDatabase);

	const marked = "4242424242424242 77";

	test("contains no values of failed statements or crashed processes", async () => {
		const database = await start();
		const client = await connect(database.url);
		await client.query("CREATE TABLE customers (email text PRIMARY KEY, amount bigint CHECK (amount > 0))");
		await client.query("INSERT INTO customers VALUES ($1, 1)", [marked]);
		await expect(client.query("INSERT INTO customers VALUES ($1, 1)", [marked])).rejects.toThrow("duplicate key");
		await expect(client.query("SELECT $1::bigint", [marked])).rejects.toThrow(marked);
		await expect(client.query(`SELECT '${marked}'::bigint`)).rejects.toThrow(marked);
		await expect(client.query("INSERT INTO customers VALUES ($1, -1)", [`${marked}!`])).rejects.toThrow(
			"check constraint",
		);

		const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
		const running = expect(client.query(`SELECT '${marked}', pg_sleep(600)`)).rejects.toThrow();
		const busy = `SELECT pid FROM pg_stat_activity WHERE query LIKE '%sleep(600)' AND wait_event = 'PgSleep'`;
		await vi.waitFor(async () => expect(await query(database, busy)).toEqual(rows), often);
		process.kill(Number(rows[0]?.pid), "SIGKILL");
		await running;
		// The connection closes before the postmaster notices the death, so the log is awaited first.
		const readLog = () => readFile(join(database.directory, "server.log"), "utf8");
		await vi.waitFor(async () => expect(await readLog()).toContain("was terminated by signal 9"), often);
		await vi.waitFor(() => query(database, "SELECT 1"), often);
		expect(await readLog()).not.toContain(marked.slice(0, 16));
	});

	test("is truncated at 10 MB, with one older file", async () => {
		const directory = join(dataDirectory, "postgres");
		await writeFile(join(directory, "server.log"), "x".repeat(10_000_000));
		await start();
		expect((await stat(join(directory, "server.log"))).size).toBeLessThan(10_000);
		expect((await stat(join(directory, "server.log.1"))).size).toBe(10_000_000);
	});
});
