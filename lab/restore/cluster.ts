import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFile, chmod, chown, cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { type Account, chooseAccount } from "../../packages/local-postgres/src/account.ts";
import { type Binaries, findBinaries, program, reachableBinaries } from "../../packages/local-postgres/src/binaries.ts";

/** A PostgreSQL server with an archive of its write-ahead log, for a base backup and a restore to a point in time. */
export interface Cluster {
	url: string;
	/** Copies the files of the running server, between the statements that begin and end a backup. */
	backUp(): Promise<void>;
	/** Ends the write-ahead log's file, so that the archive gets it. */
	archive(): Promise<void>;
	/** Ends the server at once, as a crash does, and starts one from the backup at the same address, with the log until a time. */
	restoreTo(time: Date): Promise<void>;
	stop(): Promise<void>;
}

const databaseName = "cardseal";
const startLimitMs = 120_000;

export async function startCluster(directory: string, port: number): Promise<Cluster> {
	const account = await chooseAccount(undefined);
	const binaries = await reachableBinaries(await findBinaries(), account, () => undefined, directory);
	const site = { account, binaries, directory, port };
	const [data, base, archive] = ["data", "base", "archive"].map((name) => join(directory, name)) as [
		string,
		string,
		string,
	];
	await chmod(directory, 0o711);
	for (const folder of [data, archive]) {
		await mkdir(folder, { mode: 0o700 });
		if (account !== undefined) await chown(folder, account.uid, account.gid);
	}
	runProgram(site, "initdb", ["--pgdata", data, "--username", "cardseal", "--auth", "trust", "--no-sync"]);
	await appendFile(
		join(data, "postgresql.conf"),
		[
			"",
			`port = ${port}`,
			"listen_addresses = '127.0.0.1'",
			"unix_socket_directories = ''",
			"max_connections = 100",
			"archive_mode = on",
			`archive_command = 'cp %p ${archive}/%f'`,
			`restore_command = 'cp ${archive}/%f %p'`,
			"",
		].join("\n"),
	);
	let server = await startServer(site, data);
	await query(port, "postgres", `create database ${databaseName}`);
	return {
		url: `postgres://cardseal@127.0.0.1:${port}/${databaseName}`,
		async backUp() {
			const client = new pg.Client({ connectionString: urlOf(port, "postgres") });
			await client.connect();
			// Both on one connection: its end would end the backup.
			await client.query("select pg_backup_start('drill', true)");
			await cp(data, base, {
				recursive: true,
				preserveTimestamps: true,
				filter: (path) => !/\/postmaster\.(?:pid|opts)$|\/pg_wal\/[0-9A-F]{24}/.test(path),
			});
			const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop()");
			await client.end();
			await writeFile(join(base, "backup_label"), String(rows[0]?.labelfile));
		},
		async archive() {
			await query(port, "postgres", "select pg_switch_wal()");
			await query(port, "postgres", "checkpoint");
		},
		async restoreTo(time) {
			await endServer(server, "SIGQUIT");
			await rm(data, { recursive: true });
			await cp(base, data, { recursive: true });
			await writeFile(join(data, "recovery.signal"), "");
			await appendFile(
				join(data, "postgresql.conf"),
				`recovery_target_time = '${time.toISOString().replace("T", " ").replace("Z", "+00")}'\nrecovery_target_action = 'promote'\n`,
			);
			if (account !== undefined) spawnSync("chown", ["-R", `${account.uid}:${account.gid}`, data]);
			await chmod(data, 0o700);
			server = await startServer(site, data);
		},
		stop: () => endServer(server, "SIGINT"),
	};
}

interface Site {
	account: Account | undefined;
	binaries: Binaries;
	directory: string;
	port: number;
}

const urlOf = (port: number, database: string) => `postgres://cardseal@127.0.0.1:${port}/${database}`;

function optionsOf({ account, directory }: Site) {
	return {
		cwd: directory,
		...(account && { uid: account.uid, gid: account.gid }),
		env: { LC_ALL: "C", PATH: process.env.PATH },
	};
}

function runProgram(site: Site, name: "initdb", words: string[]): void {
	const { status, stderr } = spawnSync(program(site.binaries, name), words, { ...optionsOf(site), encoding: "utf8" });
	if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
}

async function startServer(site: Site, data: string): Promise<ChildProcess> {
	const child = spawn(program(site.binaries, "postgres"), ["-D", data], {
		...optionsOf(site),
		stdio: ["ignore", "ignore", "pipe"],
	});
	let output = "";
	child.stderr?.on("data", (chunk) => {
		output = `${output}${chunk}`.slice(-4_000);
	});
	const until = Date.now() + startLimitMs;
	while (Date.now() < until && child.exitCode === null) {
		const isUp = await query(site.port, "postgres", "select 1 where not pg_is_in_recovery()").catch(() => []);
		if (isUp.length === 1) return child;
	}
	throw new Error(`PostgreSQL did not start:\n${output}`);
}

async function endServer(child: ChildProcess, signal: "SIGQUIT" | "SIGINT"): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const ended = once(child, "exit");
	child.kill(signal);
	await ended;
}

async function query(port: number, database: string, statement: string): Promise<unknown[]> {
	const client = new pg.Client({ connectionString: urlOf(port, database), connectionTimeoutMillis: 2_000 });
	client.on("error", () => undefined);
	await client.connect();
	try {
		return (await client.query(statement)).rows;
	} finally {
		await client.end();
	}
}
