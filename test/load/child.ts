import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const repository = new URL("../..", import.meta.url).pathname;

/** A server of ours in a process of its own. */
export interface Child {
	url: string;
	/** Resident memory in MB. */
	memory(): number;
	/** Processor time that it has used so far. */
	processorMs(): number;
}

export interface ChildGroup {
	/** Starts a server and waits until a line of its output tells where it listens. */
	start(
		script: string,
		environment: Record<string, string>,
		urlIn: (line: string) => string | undefined,
	): Promise<Child>;
	/** Asks all of them to end, those that are still starting too, and waits until they have. */
	stop(): Promise<void>;
}

/** Servers that end together, however far their start has got. */
export function childGroup(): ChildGroup {
	const processes: ChildProcess[] = [];
	return {
		async start(script, environment, urlIn) {
			const child = spawn(process.execPath, ["--conditions=source", script], {
				cwd: repository,
				env: { ...process.env, ...environment },
				stdio: ["ignore", "pipe", "inherit"],
			});
			processes.push(child);
			return {
				url: await firstUrl(child, urlIn),
				memory: () => residentMegabytes(child),
				processorMs: () => processorMs(child),
			};
		},
		async stop() {
			await Promise.all(processes.map(stop));
		},
	};
}

async function firstUrl(child: ChildProcess, urlIn: (line: string) => string | undefined): Promise<string> {
	if (child.stdout === null) throw new Error("The child has no output.");
	const lines = createInterface({ input: child.stdout });
	for await (const line of lines) {
		const url = urlIn(line);
		if (url === undefined) continue;
		// What comes after is read and thrown away, so that the child never waits for a full pipe.
		child.stdout.resume();
		return url;
	}
	throw new Error("The server ended before it was ready.");
}

function residentMegabytes(child: ChildProcess): number {
	const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
	return Math.round(Number(kilobytes) / 1024);
}

/** Linux counts it in hundredths of a second, in its own program and in the kernel for it: proc(5), fields 14 and 15. */
function processorMs(child: ChildProcess): number {
	const [, fields = ""] = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ");
	const [own, kernel] = fields.split(" ").slice(11, 13);
	return (Number(own) + Number(kernel)) * 10;
}

async function stop(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	child.kill("SIGTERM");
	await once(child, "exit");
}
