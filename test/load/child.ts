import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const repository = new URL("../..", import.meta.url).pathname;

export interface Child {
	url: string;
	/** Resident memory in MB. */
	memory(): number;
	stop(): Promise<void>;
}

/** Starts a server of ours in a process of its own and waits until a line of its output tells where it listens. */
export async function startChild(
	script: string,
	environment: Record<string, string>,
	urlIn: (line: string) => string | undefined,
): Promise<Child> {
	const child = spawn(process.execPath, ["--conditions=source", script], {
		cwd: repository,
		env: { ...process.env, ...environment },
		stdio: ["ignore", "pipe", "inherit"],
	});
	return { url: await firstUrl(child, urlIn), memory: () => residentMegabytes(child), stop: () => stop(child) };
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

async function stop(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null) return;
	child.kill("SIGTERM");
	await once(child, "exit");
}
