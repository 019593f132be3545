import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, open, readFile, rm, stat, truncate } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Account } from "./account.ts";
import { type Binaries, program } from "./binaries.ts";
import { unlessMissing } from "./files.ts";
import { layoutOf } from "./home.ts";
import { servesCluster, spawnOptions } from "./processes.ts";
import { deadlineIn, waitFor } from "./wait.ts";

const largestLogBytes = 10_000_000;

/** A checkpoint of everything in memory comes before the end; a slow disk takes its time. */
const stopLimitSeconds = 60;

/**
 * Given on the command line, where no file and no `ALTER SYSTEM` overrules them. What makes commits durable (fsync,
 * synchronous_commit, full_page_writes) is not among them and stays at its safe default.
 */
const settings = {
	listen_addresses: "127.0.0.1",
	// Reached over TCP alone: a socket's path may be only about 100 bytes long, and its folder would be one more door.
	unix_socket_directories: "",
	// A gateway may be set to 200 connections, and a second one starts before the first has stopped.
	max_connections: "300",
	shared_buffers: "128MB",
	timezone: "UTC",
	// PostgreSQL's log tells of the server, never of what is in the database. A failed statement's message quotes
	// values ("invalid input syntax for type bigint: …", "Key (email)=(…) already exists"), and so do its DETAIL,
	// CONTEXT and STATEMENT lines, and the report of a crashed process. The gateway gets every error itself.
	log_min_messages: "log",
	log_error_verbosity: "terse",
	log_min_error_statement: "panic",
	log_parameter_max_length: "0",
	log_parameter_max_length_on_error: "0",
	log_checkpoints: "off",
	// One file that we keep short, instead of a process that keeps many.
	logging_collector: "off",
	log_destination: "stderr",
};

/** What postmaster.pid says: see PostgreSQL's source, src/include/utils/pidfile.h. */
export interface ServerRecord {
	pid: number;
	port: number;
	/** PostgreSQL writes `ready` when recovery is done and it takes connections. */
	status: string | undefined;
}

/** A server we have just launched; it may not be ready yet. */
export interface Launch {
	pid: number;
	hasExited(): boolean;
	/** What it has written to its log since it was launched. */
	output(): Promise<string>;
}

/** Who claims to serve this cluster: `record` as it is written, `isServing` after a look at the process. */
export async function findServer(home: string): Promise<{ record: ServerRecord; isServing: boolean } | undefined> {
	const { cluster } = layoutOf(home);
	const path = join(cluster, "postmaster.pid");
	const text = await unlessMissing(readFile(path, "utf8"));
	if (text === undefined) return undefined;
	const [pid, , , port, , , , status] = text.split("\n");
	if (!pid) {
		// Left by a crash in the instant between creating and writing it. PostgreSQL would refuse it for ever.
		await rm(path, { force: true });
		return undefined;
	}
	// A number below zero is a server in single-user mode.
	const record = { pid: Math.abs(Number(pid)), port: Number(port), status: status?.trim() };
	return { record, isServing: await servesCluster(record.pid, cluster) };
}

/**
 * Launches PostgreSQL on a free port, in a session of its own: a Ctrl-C in the terminal reaches the gateway alone, and a
 * gateway that is killed takes nothing with it.
 *
 * `disproved` is a process that postmaster.pid names and that was seen to be something else. PostgreSQL itself only sees
 * that the number is in use and would refuse to start; as its "grandparent" (what pg_ctl says of its own shell, for the
 * same reason) it knows the number is not another server's, and still checks the shared memory of the old one.
 */
export async function launch(
	home: string,
	binaries: Binaries,
	account: Account | undefined,
	disproved: number | undefined,
): Promise<Launch> {
	const { cluster, accessRules, log } = layoutOf(home);
	const all = { ...settings, hba_file: accessRules, port: String(await findFreePort()) };
	const args = ["-D", cluster, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
	const options = spawnOptions(account);
	const env = disproved === undefined ? options.env : { ...options.env, PG_GRANDPARENT_PID: String(disproved) };

	await shortenLog(home);
	const logFile = await open(log, "a", 0o600);
	try {
		const { size: start } = await logFile.stat();
		const stdio = ["ignore", logFile.fd, logFile.fd] as const;
		const child = spawn(program(binaries, "postgres"), args, { ...options, env, detached: true, stdio: [...stdio] });
		await once(child, "spawn");
		child.unref();
		return {
			pid: Number(child.pid),
			hasExited: () => child.exitCode !== null || child.signalCode !== null,
			output: async () => (await readFile(log)).subarray(start).toString("utf8").trim(),
		};
	} finally {
		await logFile.close();
	}
}

/** Free now; whoever takes it before PostgreSQL does makes it fail, and the start tries again with another. */
async function findFreePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	server.close();
	await once(server, "close");
	if (address === null || typeof address === "string") throw new Error("The system gave no port on 127.0.0.1.");
	return address.port;
}

/** Keeps the log at 10 MB and one older file of that size. PostgreSQL only ever appends, so it goes on at the new end. */
export async function shortenLog(home: string): Promise<void> {
	const { log } = layoutOf(home);
	const size = (await unlessMissing(stat(log)))?.size ?? 0;
	if (size < largestLogBytes) return;
	await copyFile(log, `${log}.1`);
	await truncate(log);
}

/**
 * Asks for a fast shutdown (connections are closed, open transactions roll back, everything is written) and waits for it.
 *
 * @throws when it takes more than 60 s; it goes on, and the next start waits for it
 */
export async function stopServer(home: string, pid: number): Promise<void> {
	process.kill(pid, "SIGINT");
	const stopped = await waitFor(deadlineIn(stopLimitSeconds), async () => {
		const server = await findServer(home);
		return server?.isServing && server.record.pid === pid ? undefined : true;
	});
	if (!stopped) throw new Error(`PostgreSQL (process ${pid}) is still shutting down after ${stopLimitSeconds} s.`);
}
