import { execFile, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { promisify } from "node:util";
import type { Account } from "./account.ts";
import { unlessMissing } from "./files.ts";

const onLinux = process.platform === "linux";

/** Process ids are reused, but not with the same start time. */
export async function identityOf(pid: number): Promise<string> {
	if (!onLinux) return `${pid}@${await askPs(pid, "lstart=")}`;
	const status = await readProcess(pid, "stat");
	// proc(5): fields 3 (state) and 22 (start time); names may contain blanks.
	const fields = status?.slice(status.lastIndexOf(")") + 2).split(" ");
	return `${pid}@${fields?.[0] === "Z" ? undefined : fields?.[19]}`;
}

export async function servesCluster(pid: number, cluster: string): Promise<boolean> {
	const command = onLinux ? await readProcess(pid, "cmdline") : await askPs(pid, "command=");
	return command?.replaceAll("\0", " ").includes(`/postgres -D ${cluster} `) ?? false;
}

async function readProcess(pid: number, file: "stat" | "cmdline"): Promise<string | undefined> {
	return await unlessMissing(readFile(`/proc/${pid}/${file}`, "utf8"));
}

async function askPs(pid: number, column: "lstart=" | "command="): Promise<string | undefined> {
	try {
		const { stdout } = await promisify(execFile)("ps", ["-ww", "-o", column, "-p", String(pid)]);
		return `${stdout.trim()} `;
	} catch {
		return undefined;
	}
}

/** mallopt(3). By default, a charge costs a dozen page faults. */
const allocatorSettings = { MALLOC_TRIM_THRESHOLD_: String(64 * 1024 ** 2), MALLOC_TOP_PAD_: String(4 * 1024 ** 2) };

/** The environment may contain secrets, PGDATA or PGOPTIONS. A uid drops supplementary groups. */
export function spawnOptions(account: Account | undefined) {
	const environment = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC", ...allocatorSettings };
	return { cwd: "/", env: environment, ...(account && { uid: account.uid, gid: account.gid }) };
}

/** @throws when it cannot be run or its exit code is not 0 */
export async function run(program: string, args: string[], account: Account | undefined, input = ""): Promise<void> {
	const child = spawn(program, args, spawnOptions(account));
	const output: Buffer[] = [];
	child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
	child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
	// The program may end before it reads.
	child.stdin.on("error", () => undefined);
	child.stdin.end(input);
	const ending = await new Promise<string>((resolve, reject) => {
		child.once("error", (error) =>
			reject(new Error(`${program} cannot be run here. Set DATABASE_URL.`, { cause: error })),
		);
		child.once("close", (code, signal) => resolve(String(code ?? signal)));
	});
	if (ending === "0") return;
	const reason = reasonIn(Buffer.concat(output).toString("utf8"));
	throw new Error(`PostgreSQL cannot be set up: ${basename(program)} failed (${ending}): ${reason}`);
}

export async function mayEnter(directory: string, account: Account | undefined): Promise<boolean> {
	if (account === undefined) return true;
	return await run("test", ["-x", directory], account).then(
		() => true,
		() => false,
	);
}

export function reasonIn(output: string): string {
	const lines = output.trim().split("\n").slice(-3);
	return lines.map((line) => line.replace(/^[\d-]+ [\d:.]+ \w+ \[\d+\] /, "").trim()).join("; ");
}
