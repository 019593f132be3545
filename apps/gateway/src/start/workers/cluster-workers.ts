import cluster, { type Worker } from "node:cluster";
import { createAsker, type Message, readMessage } from "./messages.ts";
import type { Ending, WorkerProcess } from "./supervisor.ts";
import { workerVariable } from "./worker.ts";

/** Prometheus waits for 10 s. */
const askLimitMs = 5_000;

export interface ClusterWorker extends WorkerProcess {
	/** The public URL, once the worker is ready. */
	publicUrl(): string | undefined;
	/** Resolves with `undefined` after the time limit. */
	ask(question: string, given?: unknown): Promise<unknown>;
	/** Counters of an ended worker. */
	lastFigures(): unknown;
}

/** Returns an ended worker when no process can start. */
export function forkWorker(publicUrl: string | undefined): ClusterWorker {
	try {
		return workerOf(cluster.fork({ [workerVariable]: JSON.stringify({ publicUrl }) }));
	} catch (error) {
		return neverStarted(error as Error);
	}
}

function workerOf(forked: Worker): ClusterWorker {
	const send = (message: Message) => sendTo(forked, message);
	const asker = createAsker(send, askLimitMs);
	const { promise: ended, resolve: end } = Promise.withResolvers<Ending>();
	forked.on("exit", (code, signal) => end({ code, signal }));
	forked.on("error", (error) => {
		// No process, no exit; messages to an ended worker fail.
		if (forked.process.pid === undefined) end({ code: null, signal: null, error });
	});
	const { promise: ready, resolve: becomeReady } = Promise.withResolvers<boolean>();
	void ended.then(() => becomeReady(false));
	let ownUrl: string | undefined;
	let lastFigures: unknown;
	const worker: ClusterWorker = {
		pid: forked.process.pid,
		ready,
		ended,
		publicUrl: () => ownUrl,
		ask: asker.ask,
		lastFigures: () => lastFigures,
		retire: () => send({ kind: "retire" }),
		stop: () => void forked.process.kill("SIGTERM"),
		kill: () => void forked.process.kill("SIGKILL"),
	};
	forked.on("message", (received) => {
		const message = readMessage(received);
		if (message?.kind === "answer") asker.answered(message);
		if (message?.kind === "figures") lastFigures = message.value;
		if (message?.kind !== "ready") return;
		ownUrl = message.publicUrl;
		becomeReady(true);
	});
	return worker;
}

function neverStarted(error: Error): ClusterWorker {
	const nothing = () => undefined;
	return {
		pid: undefined,
		ready: Promise.resolve(false),
		ended: Promise.resolve({ code: null, signal: null, error }),
		publicUrl: nothing,
		ask: () => Promise.resolve(undefined),
		lastFigures: nothing,
		retire: nothing,
		stop: nothing,
		kill: nothing,
	};
}

function sendTo(worker: Worker, message: Message): void {
	if (worker.isConnected()) worker.send(message, () => undefined);
}
