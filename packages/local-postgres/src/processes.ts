import { execFile, spawn } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { promisify } from "node:util";
import type { Account } from "./account.ts";
import { isSystemError, unlessMissing } from "./files.ts";

const onLinux = process.platform === "linux";

/** Names this process for good: process ids are used again, but not with the same start time. */
export async function ownIdentity(): Promise<string> {
	return `${process.pid}@${await startTimeOf(process.pid)}`;
}

/** Whether the process that `identity` names still runs. */
export async function isAlive(identity: string): Promise<boolean> {
	const [pid] = identity.split("@");
	return identity === `${pid}@${await startTimeOf(Number(pid))}`;
}

/** In the system's own writing, good only for comparing; `undefined` when there is no such process. */
async function startTimeOf(pid: number): Promise<string | undefined> {
	if (!onLinux) return await askPs(pid, "lstart=");
	const status = await readProcess(pid, "stat");
	// proc(5): the state is field 3 and the start time field 22. The name, field 2, may itself hold blanks and brackets,
	// so count from its end.
	const fields = status?.slice(status.lastIndexOf(")") + 2).split(" ");
	return fields?.[0] === "Z" ? undefined : fields?.[19];
}

/**
 * Whether process `pid` is a PostgreSQL server of this cluster, and not another process that got a dead server's number.
 * The working folder tells best, since it follows a moved data directory; where the system does not show it to us (root
 * in a container that may not trace processes) the command line decides.
 */
export async function servesCluster(pid: number, cluster: string): Promise<boolean> {
	const command = await commandLineOf(pid);
	if (command === undefined || !/^(\S.*\/)?postgres .*-D /.test(command)) return false;
	return (await worksIn(pid, cluster)) ?? command.includes(` -D ${cluster} `);
}

async function commandLineOf(pid: number): Promise<string | undefined> {
	if (!onLinux) return await askPs(pid, "command=");
	return (await readProcess(pid, "cmdline"))?.replaceAll("\0", " ");
}

async function worksIn(pid: number, directory: string): Promise<boolean | undefined> {
	if (!onLinux) return undefined;
	try {
		const [theirs, ours] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(directory)]);
		return theirs.dev === ours.dev && theirs.ino === ours.ino;
	} catch (error) {
		if (isSystemError(error, "EACCES", "EPERM")) return undefined;
		return false;
	}
}

async function readProcess(pid: number, file: "stat" | "cmdline"): Promise<string | undefined> {
	try {
		return await unlessMissing(readFile(`/proc/${pid}/${file}`, "utf8"));
	} catch (error) {
		// The process ended between opening the file and reading it.
		if (isSystemError(error, "ESRCH")) return undefined;
		throw error;
	}
}

async function askPs(pid: number, column: "lstart=" | "command="): Promise<string | undefined> {
	try {
		const { stdout } = await promisify(execFile)("ps", ["-ww", "-o", column, "-p", String(pid)]);
		return `${stdout.trim()} `;
	} catch {
		// ps ends with 1 when there is no such process.
		return undefined;
	}
}

/**
 * For the C library's allocator: by default it hands memory back to the system after every statement and asks for it again at the
 * next one, which costs a charge a dozen page faults. A server process keeps up to 64 MB instead. See mallopt(3).
 */
const keepsMemory = { MALLOC_TRIM_THRESHOLD_: String(64 * 1024 ** 2), MALLOC_TOP_PAD_: String(4 * 1024 ** 2) };

/**
 * How every PostgreSQL program is started. Its environment is made from nothing: the gateway's may hold secrets, and
 * variables such as PGDATA or PGOPTIONS would change what the programs do. Given a user, Node also drops all
 * supplementary groups.
 */
export function spawnOptions(account: Account | undefined) {
	const environment = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC", ...keepsMemory };
	return { cwd: "/", env: environment, ...(account && { uid: account.uid, gid: account.gid }) };
}

/**
 * Runs a program to its end, with `input` on its standard input.
 *
 * @throws when it cannot be run or ends with anything but 0; the message has what it wrote
 */
export async function run(program: string, args: string[], account: Account | undefined, input = ""): Promise<void> {
	const child = spawn(program, args, spawnOptions(account));
	const output: Buffer[] = [];
	child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
	child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
	// A program that fails before it reads must not end the gateway with a broken pipe: its exit code says it all.
	child.stdin.on("error", () => undefined);
	child.stdin.end(input);
	const ending = await new Promise<string>((resolve, reject) => {
		child.once("error", (error) =>
			reject(new Error(`${program} cannot be run here. Set DATABASE_URL.`, { cause: error })),
		);
		child.once("close", (code, signal) => resolve(String(code ?? signal)));
	});
	if (ending === "0") return;
	throw new Error(`${basename(program)} failed (${ending}):\n${Buffer.concat(output).toString("utf8").trim()}`);
}
