import { type ChildProcess, fork } from "node:child_process";
import { extname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Call, FromChild, Result, Unusable } from "./messages.ts";

/** Beyond the call's own limit: then the child is stuck in native code, and is killed. */
const graceMs = 5_000;

const maximumStartMs = 20_000;

/** Before the next start after a crash; doubled at each one that follows another. */
const firstDelayMs = 100;
const maximumDelayMs = 30_000;

/** The adapter cannot work on this host: what to do. */
class AdapterUnusable extends Error {
	override name = "AdapterUnusable";
}

const remedies: Record<Unusable, string> = {
	not_installed: "The processor library is not installed. Run `npm ci --prefix packages/processors/prism`.",
	old_c_library:
		"The processor library needs glibc 2.38 or later, as in Debian 13 and Ubuntu 24.04. Run the gateway on such a system, or name a Node that runs with a later glibc in PRISM_NODE.",
	other: "The processor library does not load.",
};

/** The child process of the native library, as the adapters see it. */
export interface Bridge {
	/** @throws AdapterUnusable when the library cannot be loaded */
	start(): Promise<void>;

	/** Makes a call. A crash of the child, and an answer that comes too late, are a failure without an outcome. */
	call(call: Omit<Call, "id">): Promise<Result>;

	/** Ends the child. Calls in flight fail. */
	stop(): void;
}

export interface BridgeOptions {
	/** Runs the child. */
	node?: string | undefined;
	program?: URL;
	graceMs?: number;
}

interface Running {
	child: ChildProcess;
	waiting: Map<number, (result: Result) => void>;
}

/** Creates the bridge without starting the child: the first call does, or `start`. */
export function createBridge(options: BridgeOptions = {}): Bridge {
	let running: Promise<Running> | undefined;
	let crashes = 0;
	let lastId = 0;

	async function begin(): Promise<Running> {
		if (crashes > 0) await delay(Math.min(firstDelayMs * 2 ** (crashes - 1), maximumDelayMs));
		return await startChild(options, {
			onAnswer() {
				crashes = 0;
			},
			onEnd() {
				running = undefined;
				crashes += 1;
			},
		});
	}

	function connect(): Promise<Running> {
		running ??= begin().catch((error) => {
			running = undefined;
			throw error;
		});
		return running;
	}

	return {
		start: () => connect().then(() => undefined),

		async call(call) {
			let connected: Running;
			try {
				connected = await connect();
			} catch {
				return { failure: { isUnsent: true, code: "NOT_STARTED" } };
			}
			const { child, waiting } = connected;
			lastId += 1;
			const id = lastId;
			return await new Promise((resolve) => {
				const limit = setTimeout(() => child.kill("SIGKILL"), call.timeoutMs + (options.graceMs ?? graceMs));
				waiting.set(id, (result) => {
					clearTimeout(limit);
					resolve(result);
				});
				work(child);
				child.send({ ...call, id } satisfies Call, (error) => {
					if (error !== null) settle(connected, id, lost("CRASHED"));
				});
			});
		},

		stop() {
			running?.then(({ child }) => child.kill("SIGKILL")).catch(() => undefined);
		},
	};
}

/** The program of the child: TypeScript in the sources, JavaScript in the build. */
const childProgram = new URL(`./child${extname(import.meta.url)}`, import.meta.url);

function startChild(
	{ node = process.execPath, program = childProgram }: BridgeOptions,
	{ onAnswer, onEnd }: { onAnswer: () => void; onEnd: () => void },
): Promise<Running> {
	const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
	const child = fork(program, {
		execPath: node,
		execArgv: [],
		// Neither database passwords nor key files are the library's business.
		env: certificates === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificates },
		// Native code may print anything, so nothing of it is kept.
		stdio: ["ignore", "ignore", "ignore", "ipc"],
	});
	const started: Running = { child, waiting: new Map() };
	const { promise, resolve, reject } = Promise.withResolvers<Running>();
	const limit = setTimeout(() => child.kill("SIGKILL"), maximumStartMs);

	child.on("message", (message: FromChild) => {
		if (message.kind === "result") {
			if ("answer" in message.result) onAnswer();
			return settle(started, message.id, message.result);
		}
		clearTimeout(limit);
		if (message.kind === "unusable") {
			return reject(new AdapterUnusable(`${remedies[message.reason]} (${message.detail})`));
		}
		rest(child);
		resolve(started);
	});
	const end = () => {
		clearTimeout(limit);
		onEnd();
		for (const id of [...started.waiting.keys()]) settle(started, id, lost("CRASHED"));
		// Changes nothing once it has started.
		reject(new AdapterUnusable("The process of the processor library ended while it started."));
	};
	child.once("error", end);
	child.once("exit", end);
	return promise;
}

function settle({ child, waiting }: Running, id: number, result: Result): void {
	const answer = waiting.get(id);
	if (answer === undefined) return;
	waiting.delete(id);
	if (waiting.size === 0) rest(child);
	answer(result);
}

function lost(code: string): Result {
	return { failure: { isUnsent: false, code } };
}

/** Lets the gateway end while no call is in flight; the child ends with it. */
function rest(child: ChildProcess): void {
	child.unref();
	child.channel?.unref();
}

function work(child: ChildProcess): void {
	child.ref();
	child.channel?.ref();
}
