import { type ChildProcess, fork } from "node:child_process";
import type { Call, FromChild, Result, Unusable } from "./messages.ts";

/** The time for an answer beyond the call's own limit, ms. After it the child is stuck in native code and is killed. */
const graceMs = 5_000;

/** The time for loading the library, ms. */
const maximumStartMs = 20_000;

/** The wait before the next start after a crash, ms: doubled at each one that follows another. */
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
	/**
	 * Resolves when the library is loaded.
	 *
	 * @throws AdapterUnusable when it cannot be
	 */
	start(): Promise<void>;

	/** Makes a call. A crash of the child, and an answer that comes too late, are a failure without an outcome. */
	call(call: Omit<Call, "id">): Promise<Result>;

	/** Ends the child. Calls in flight fail. */
	stop(): void;
}

export interface BridgeOptions {
	/** The Node that runs the child. */
	node?: string | undefined;
	/** The child's program. */
	program?: URL;
	graceMs?: number;
}

interface Running {
	child: ChildProcess;
	waiting: Map<number, (result: Result) => void>;
}

/** Creates the bridge without starting the child: the first call does, or `start`. */
export function createBridge(options: BridgeOptions = {}): Bridge {
	const program = options.program ?? new URL("./child.ts", import.meta.url);
	let running: Promise<Running> | undefined;
	let crashes = 0;
	let lastId = 0;

	function begin(): Promise<Running> {
		const delayMs = crashes === 0 ? 0 : Math.min(firstDelayMs * 2 ** (crashes - 1), maximumDelayMs);
		return new Promise((resolve, reject) => {
			setTimeout(() => startChild(resolve, reject), delayMs);
		});
	}

	function startChild(resolve: (started: Running) => void, reject: (error: Error) => void): void {
		const child = fork(program, {
			execPath: options.node ?? process.execPath,
			execArgv: [],
			// Neither database passwords nor key files are the library's business.
			env: pick(process.env, ["NODE_EXTRA_CA_CERTS"]),
			// Native code may print anything, so nothing of it is kept.
			stdio: ["ignore", "ignore", "ignore", "ipc"],
		});
		const waiting: Running["waiting"] = new Map();
		let hasStarted = false;
		const limit = setTimeout(() => child.kill("SIGKILL"), maximumStartMs);

		child.on("message", (message: FromChild) => {
			if (message.kind === "result") return settle({ child, waiting }, message.id, message.result);
			clearTimeout(limit);
			if (message.kind === "unusable") {
				return reject(new AdapterUnusable(`${remedies[message.reason]} (${message.detail})`));
			}
			hasStarted = true;
			rest(child);
			resolve({ child, waiting });
		});
		const end = () => {
			clearTimeout(limit);
			running = undefined;
			crashes += 1;
			for (const id of [...waiting.keys()]) settle({ child, waiting }, id, lost("CRASHED"));
			if (!hasStarted) reject(new AdapterUnusable("The process of the processor library ended while it started."));
		};
		child.once("error", end);
		child.once("exit", end);
	}

	function settle({ child, waiting }: Running, id: number, result: Result): void {
		const answer = waiting.get(id);
		if (answer === undefined) return;
		waiting.delete(id);
		if (waiting.size === 0) rest(child);
		if ("answer" in result) crashes = 0;
		answer(result);
	}

	function connect(): Promise<Running> {
		running ??= begin().catch((error) => {
			running = undefined;
			throw error;
		});
		return running;
	}

	return {
		start: async () => {
			await connect();
		},

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
				const limit = setTimeout(
					() => {
						child.kill("SIGKILL");
					},
					call.timeoutMs + (options.graceMs ?? graceMs),
				);
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
			running?.then(
				({ child }) => child.kill("SIGKILL"),
				() => undefined,
			);
		},
	};
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

function pick(from: NodeJS.ProcessEnv, names: string[]): NodeJS.ProcessEnv {
	return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])));
}
