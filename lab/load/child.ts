import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readlinkSync } from "node:fs";
import { createInterface } from "node:readline";

const repository = new URL("../..", import.meta.url).pathname;

/** A server in a separate process. */
export interface Child {
	url: string;
	/** Resident memory in MB, with that of its workers. */
	memory(): number;
	/** Processor time used so far, with that of its workers. */
	processorMs(): number;
	/** Ends the process at once, as a crash would. */
	kill(): Promise<void>;
}

export interface ChildGroup {
	/** Starts a server and waits for the output line with its address. */
	start(
		script: string,
		environment: Record<string, string>,
		urlIn: (line: string) => string | undefined,
	): Promise<Child>;
	/** Stops all servers, including those that are starting, and waits for them. */
	stop(): Promise<void>;
}

/** A group of servers that stop together. */
export function childGroup(): ChildGroup {
	const processes: ChildProcess[] = [];
	return {
		async start(script, environment, urlIn) {
			const conditions = script.endsWith(".ts") ? ["--conditions=source"] : [];
			const child = spawn(process.execPath, [...conditions, script], {
				cwd: repository,
				env: { ...process.env, ...environment },
				stdio: ["ignore", "pipe", "inherit"],
			});
			processes.push(child);
			return {
				url: await firstUrl(child, urlIn),
				memory: () => sumOf(withWorkers(child), residentMegabytes),
				processorMs: () => sumOf(withWorkers(child), processorMs),
				kill: () => stop(child, "SIGKILL"),
			};
		},
		async stop() {
			await Promise.all(processes.map((process) => stop(process, "SIGTERM")));
		},
	};
}

async function firstUrl(child: ChildProcess, urlIn: (line: string) => string | undefined): Promise<string> {
	if (child.stdout === null) throw new Error("The child has no output.");
	const lines = createInterface({ input: child.stdout });
	for await (const line of lines) {
		const url = urlIn(line);
		if (url === undefined) continue;
		// Later output is discarded, so that the pipe never fills.
		child.stdout.resume();
		return url;
	}
	throw new Error("The server ended before it was ready.");
}

/** Returns the process and those that run the same program below it: WORKERS of a gateway, but not its database. */
function withWorkers({ pid = 0 }: ChildProcess): number[] {
	const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
		.trim()
		.split(" ")
		.filter(Boolean)
		.map(Number);
	return [pid, ...children.filter((child) => readlinkSync(`/proc/${child}/exe`) === readlinkSync(`/proc/${pid}/exe`))];
}

function sumOf(processes: number[], measure: (pid: number) => number): number {
	return processes.reduce((sum, pid) => sum + measure(pid), 0);
}

function residentMegabytes(pid: number): number {
	const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
	return Math.round(Number(kilobytes) / 1024);
}

/** Linux counts processor time in hundredths of a second, user and system: proc(5), fields 14 and 15. */
function processorMs(pid: number): number {
	const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
	const [own, kernel] = fields.split(" ").slice(11, 13);
	return (Number(own) + Number(kernel)) * 10;
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	child.kill(signal);
	await once(child, "exit");
}
