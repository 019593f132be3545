import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, readlink, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../test/run/command.ts";

/** The folder with Debian 13 and the packages of docs/operate/replication.md and pgbouncer.md, for this run and later ones. */
const system = join(tmpdir(), "cardseal-debian-13");
const packages = ["postgresql-17", "patroni", "etcd-server", "etcd-client", "python3-etcd", "pgbouncer", "openssl"];
const buildLimitSeconds = 3600;

/** Runs a command to its end and returns its output. @throws when it fails */
export async function succeed(command: string, args: readonly string[]): Promise<string> {
	const done = await run(command, args, { timeoutSeconds: buildLimitSeconds });
	if (done.code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${done.code}:\n${done.output}`);
	return done.stdout.trim();
}

/** Unpacks Debian 13 with its packages, unless an earlier run has. Needs root and mmdebstrap. */
export async function prepareSystem(say: (line: string) => void): Promise<void> {
	if (await stat(system).catch(() => undefined)) return;
	say("Unpacking Debian 13 (some minutes the first time) …");
	const unfinished = `${system}.unfinished`;
	await rm(unfinished, { recursive: true, force: true });
	await succeed("mmdebstrap", ["--variant=minbase", `--include=${packages.join()}`, "trixie", unfinished]);
	await rename(unfinished, system);
}

/** A folder of the system over which a folder of the machine is mounted. */
interface Mount {
	at: string;
	owner: string;
}

/** A machine of Debian 13 with separate processes and files, on this machine's network. */
export interface Machine {
	/** Starts the shell script that the machine runs. */
	start(script: string): void;
	/** Ends all its processes at once, as if its power failed. */
	kill(): Promise<void>;
	/** Sends a signal to its processes with a name, or to all. */
	signal(signal: NodeJS.Signals, name?: string): Promise<void>;
	/** Runs a command as a user on the machine, while it runs. */
	execute(user: string, ...command: string[]): Promise<string>;
	/** Its output so far. */
	output(): string;
}

/** Returns a machine whose files are in `directory`, with a folder for each mount. */
export async function createMachine(directory: string, mounts: Mount[]): Promise<Machine> {
	await mkdir(directory, { recursive: true });
	for (const { at, owner } of mounts) {
		const folder = join(directory, at);
		await mkdir(folder, { recursive: true });
		const [uid = "", gid = ""] = (
			await succeed("chroot", [system, "sh", "-c", `id -u ${owner}; id -g ${owner}`])
		).split("\n");
		await succeed("chown", ["-R", `${uid}:${gid}`, folder]);
	}
	let child: ChildProcess | undefined;
	let output = "";
	// The bind mounts end with the machine's namespace.
	const setUp = `set -e; root=${system}; mount --bind "$root" "$root"
		mount --rbind /dev "$root/dev"; mount -t tmpfs tmpfs "$root/dev/shm"; mount -t proc proc "$root/proc"; mount -t tmpfs tmpfs "$root/tmp"; mount -t tmpfs tmpfs "$root/run"
		${mounts.map(({ at }) => `mkdir -p "$root${at}"; mount --bind "${join(directory, at)}" "$root${at}"`).join("\n")}
		exec chroot "$root" sh -c "$1"`;

	const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;
	/** Returns the processes in the machine, seen from outside. */
	const processes = async (name?: string) => {
		const inside = await namespaceOf(await firstProcess(child));
		const all = (await readdir("/proc")).filter((entry) => /^\d+$/.test(entry));
		const found = await Promise.all(
			all.map(async (pid) => {
				if ((await namespaceOf(pid)) !== inside) return [];
				const called = (await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "")).trim();
				return name === undefined || called === name ? [Number(pid)] : [];
			}),
		);
		return found.flat();
	};
	return {
		start(script) {
			const separate = ["--mount", "--pid", "--ipc", "--fork", "--kill-child"];
			child = spawn("unshare", [...separate, "sh", "-c", setUp, "sh", script], { stdio: ["ignore", "pipe", "pipe"] });
			for (const stream of [child.stdout, child.stderr]) {
				stream?.setEncoding("utf8").on("data", (text: string) => {
					output += text;
				});
			}
		},
		async kill() {
			if (!isRunning()) return;
			const closed = once(child as ChildProcess, "close");
			(child as ChildProcess).kill("SIGKILL");
			await closed;
		},
		async signal(signal, name) {
			for (const pid of await processes(name)) {
				try {
					process.kill(pid, signal);
				} catch (error) {
					// The process has ended.
					if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
				}
			}
		},
		async execute(user, ...command) {
			const target = await firstProcess(child);
			const enter = ["--target", target, "--mount", "--pid", `--root=/proc/${target}/root`, "--wd=/"];
			return await succeed("nsenter", [...enter, "runuser", "-u", user, "--", ...command]);
		},
		output: () => output,
	};
}

/** Returns the first process of a machine, the ancestor of all others. */
async function firstProcess(child: ChildProcess | undefined): Promise<string> {
	const children = await readFile(`/proc/${child?.pid}/task/${child?.pid}/children`, "utf8");
	const [first] = children.trim().split(" ");
	if (!first) throw new Error("The machine does not run.");
	return first;
}

function namespaceOf(pid: string): Promise<string | undefined> {
	return readlink(`/proc/${pid}/ns/pid`).catch(() => undefined);
}
