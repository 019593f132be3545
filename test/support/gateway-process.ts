import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { DemoFile } from "@cardseal/gateway";
import { startEmbeddedDatabase } from "../../apps/gateway/src/embedded-postgres/start.ts";
import { compileCache, root } from "../checks/command.ts";

const script = join(root, "apps/gateway/src/main.ts");

/** A first start takes about 3 s on a busy machine, recovery of a killed PostgreSQL as long again. */
const readyLimitMilliseconds = 60_000;

export interface GatewayProcessOptions {
	dataDirectory: string;
	port: number;
	/** Further settings, as the environment writes them. */
	environment?: Record<string, string>;
}

/** The gateway in a process of its own, as `npm run gateway` starts it. */
export interface GatewayProcess {
	readonly url: string;
	readonly pid: number;
	/** All that it has written so far, to both outputs. */
	output(): string;
	/** Resolves when it has written a line that matches. Rejects when it ends before it does. */
	written(line: RegExp): Promise<void>;
	/** Resolves when `/readyz` answers 200. Rejects when the process ends before that, or after 60 s. */
	ready(): Promise<void>;
	/** What the sandbox tells about itself: it is there once the gateway is ready. */
	demo(): Promise<DemoFile>;
	/** Sends a signal and waits for the end. */
	end(signal: "SIGTERM" | "SIGINT" | "SIGKILL"): Promise<Ending>;
	/** How it ended, when it has. */
	readonly ended: Promise<Ending>;
}

export interface Ending {
	code: number | null;
	signal: NodeJS.Signals | null;
}

/** Starts a sandbox gateway and returns at once; see `ready`. */
export function spawnGatewayProcess({ dataDirectory, port, environment }: GatewayProcessOptions): GatewayProcess {
	const child = spawn(process.execPath, ["--conditions=source", script], {
		cwd: root,
		env: {
			...compileCache,
			PATH: process.env.PATH,
			SANDBOX: "1",
			DATA_DIR: dataDirectory,
			PORT: String(port),
			...environment,
		},
		stdio: ["ignore", "pipe", "pipe"],
	});
	const url = `http://localhost:${port}`;
	const output = collectOutput(child);
	// "close" rather than "exit": by then everything it wrote has been read.
	const ended = once(child, "close").then(([code, signal]): Ending => ({ code, signal }));
	return {
		url,
		pid: Number(child.pid),
		output: output.text,
		written: output.written,
		async ready() {
			const limit = AbortSignal.timeout(readyLimitMilliseconds);
			await Promise.race([output.written(/"msg":"ready"/), once(limit, "abort")]);
			const response = await fetch(`${url}/readyz`, { signal: limit });
			if (response.status !== 200) throw new Error(`/readyz answered ${response.status}:\n${output.text()}`);
		},
		demo: async () => JSON.parse(await readFile(join(dataDirectory, "demo.json"), "utf8")) as DemoFile,
		end(signal) {
			child.kill(signal);
			return ended;
		},
		ended,
	};
}

/** Starts a sandbox gateway and waits until it serves. */
export async function startGatewayProcess(options: GatewayProcessOptions): Promise<GatewayProcess> {
	const gateway = spawnGatewayProcess(options);
	await gateway.ready();
	return gateway;
}

interface Waiting {
	line: RegExp;
	resolve(): void;
	reject(error: Error): void;
}

function collectOutput(child: ChildProcess) {
	const lines: string[] = [];
	let waiting: Waiting[] = [];
	let hasEnded = false;
	for (const input of [child.stdout, child.stderr]) {
		if (input === null) throw new Error("The gateway's output is not piped.");
		createInterface({ input }).on("line", (text) => {
			lines.push(text);
			for (const one of waiting.filter(({ line }) => line.test(text))) one.resolve();
			waiting = waiting.filter(({ line }) => !line.test(text));
		});
	}
	const text = () => lines.join("\n");
	child.once("close", () => {
		hasEnded = true;
		for (const { line, reject } of waiting) reject(endedBefore(line, text()));
	});
	const written = (line: RegExp) =>
		new Promise<void>((resolve, reject) => {
			if (lines.some((one) => line.test(one))) resolve();
			else if (hasEnded) reject(endedBefore(line, text()));
			else waiting.push({ line, resolve, reject });
		});
	return { text, written };
}

function endedBefore(line: RegExp, output: string): Error {
	return new Error(`The gateway ended before it wrote ${line}. It wrote:\n${output}`);
}

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
	const server = createServer().listen(0);
	await once(server, "listening");
	const address = server.address();
	server.close();
	await once(server, "close");
	if (address === null || typeof address === "string") throw new Error("The system gave no port.");
	return address.port;
}

/** Stops the PostgreSQL that a killed gateway has left behind, so that its folder can go. */
export async function stopDatabaseOf(dataDirectory: string): Promise<void> {
	const database = await startEmbeddedDatabase({ dataDirectory, log: () => undefined });
	await database.stop();
}
