import { type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, open, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Account } from "./account.ts";
import { type Binaries, program } from "./binaries.ts";
import { databaseName } from "./cluster.ts";
import { unlessMissing } from "./files.ts";
import { layoutOf } from "./home.ts";
import { waitFor } from "./lock.ts";
import { servesCluster, spawnOptions } from "./processes.ts";
import { listenSettings, makeSocketDirectory, removeSocketDirectory } from "./socket.ts";

const largestLogBytes = 10_000_000;

const stopLimitMs = 60_000;

const settings = {
	// A gateway may use 200, and two may overlap.
	max_connections: "300",
	shared_buffers: "128MB",
	timezone: "UTC",
	// Messages of failed statements quote values.
	log_min_messages: "log",
	log_error_verbosity: "terse",
	log_min_error_statement: "panic",
	log_parameter_max_length: "0",
	log_parameter_max_length_on_error: "0",
	log_checkpoints: "off",
	logging_collector: "off",
	log_destination: "stderr",
};

export type Launch = Awaited<ReturnType<typeof launch>>;

/** @returns the process in postmaster.pid (src/include/utils/pidfile.h); `isServing` is false if its id was reused */
export async function findServer(home: string): Promise<{ pid: number; isServing: boolean } | undefined> {
	const { cluster } = layoutOf(home);
	const text = await unlessMissing(readFile(join(cluster, "postmaster.pid"), "utf8"));
	const pid = Math.abs(Number.parseInt(text ?? "", 10));
	return pid > 0 ? { pid, isServing: await servesCluster(pid, cluster) } : undefined;
}

/**
 * A separate session survives Ctrl-C and the gateway. PostgreSQL ignores its "grandparent", here `disproved` (in
 * postmaster.pid, but no server); it still checks shared memory.
 */
export async function launch(
	home: string,
	binaries: Binaries,
	account: Account | undefined,
	disproved: number | undefined,
	overriding: Record<string, string> = {},
) {
	const { cluster, accessRules, log } = layoutOf(home);
	const all = { ...settings, ...listenSettings(home), hba_file: accessRules, ...overriding };
	const args = ["-D", cluster, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
	const options = spawnOptions(account);
	const env = { ...options.env, ...(disproved !== undefined && { PG_GRANDPARENT_PID: String(disproved) }) };

	// An empty record, as after a crash, blocks every start.
	const record = join(cluster, "postmaster.pid");
	if ((await unlessMissing(stat(record)))?.size === 0) await rm(record, { force: true });
	await makeSocketDirectory(home, account);
	await writeFile(accessRules, `local all ${databaseName} scram-sha-256\n`, { mode: 0o644, flush: true });
	await shortenLog(home);
	await using logFile = await open(log, "a", 0o600);
	const { size: start } = await logFile.stat();
	const stdio: StdioOptions = ["ignore", logFile.fd, logFile.fd];
	const child = spawn(program(binaries, "postgres"), args, { ...options, env, detached: true, stdio });
	await once(child, "spawn");
	child.unref();
	return {
		pid: Number(child.pid),
		hasExited: () => child.exitCode !== null || child.signalCode !== null,
		output: async (): Promise<string> => (await readFile(log)).subarray(start).toString("utf8").trim(),
	};
}

export async function shortenLog(home: string): Promise<void> {
	const { log } = layoutOf(home);
	const size = (await unlessMissing(stat(log)))?.size ?? 0;
	if (size < largestLogBytes) return;
	await copyFile(log, `${log}.1`);
	await truncate(log);
}

/** Rolls back open transactions. Throws after 60 s. */
export async function stopServer(home: string, pid: number): Promise<void> {
	process.kill(pid, "SIGINT");
	const stopped = await waitFor(AbortSignal.timeout(stopLimitMs), async () => {
		const server = await findServer(home);
		return server?.isServing && server.pid === pid ? undefined : true;
	});
	if (!stopped) throw new Error(`PostgreSQL (process ${pid}) is still shutting down after ${stopLimitMs / 1_000} s.`);
	await removeSocketDirectory(home);
}
