import cluster, { type Worker } from "node:cluster";
import { createAsker, type Message, readMessage } from "./messages.ts";
import type { Ending, WorkerProcess } from "./supervisor.ts";
import { workerVariable } from "./worker.ts";

/** Prometheus waits for 10 s. */
const askLimitMs = 5_000;

export interface ClusterWorker extends WorkerProcess {
	/** Its public URL, once it is ready. */
	publicUrl(): string | undefined;
	/** Resolves with `undefined` when it does not answer in time. */
	ask(question: string, given?: unknown): Promise<unknown>;
	/** The counters of a retired worker that has ended. */
	lastFigures(): unknown;
}

export interface ForkOptions {
	gatewayId: string;
	/** That of a worker that serves. */
	publicUrl: string | undefined;
	/** Called when the worker leaves. Returns `true` for the last one. */
	leave: (worker: ClusterWorker) => boolean;
}

/** Starts a worker with node:cluster: it runs the same program, on the same port. */
export function forkWorker({ gatewayId, publicUrl, leave }: ForkOptions): ClusterWorker {
	const process = cluster.fork({ [workerVariable]: JSON.stringify({ gatewayId, publicUrl }) });
	const send = (message: Message) => sendTo(process, message);
	const asker = createAsker(send, askLimitMs);
	const { promise: ended, resolve: end } = Promise.withResolvers<Ending>();
	process.on("exit", (code, signal) => end({ code, signal }));
	process.on("error", (error) => {
		// A message to a worker that has just ended fails, too. Without a process there is no exit.
		if (process.process.pid === undefined) end({ code: null, signal: null, error });
	});
	const { promise: ready, resolve: becomeReady } = Promise.withResolvers<boolean>();
	void ended.then(() => becomeReady(false));
	let ownUrl: string | undefined;
	let lastFigures: unknown;
	const worker: ClusterWorker = {
		pid: process.process.pid ?? 0,
		ready,
		ended,
		publicUrl: () => ownUrl,
		ask: asker.ask,
		lastFigures: () => lastFigures,
		retire: () => send({ kind: "retire" }),
		stop: () => void process.process.kill("SIGTERM"),
		kill: () => void process.process.kill("SIGKILL"),
	};
	process.on("message", (received) => {
		const message = readMessage(received);
		if (message?.kind === "answer") asker.answered(message);
		if (message?.kind === "ask") send({ kind: "answer", id: message.id, value: leave(worker) });
		if (message?.kind === "figures") lastFigures = message.value;
		if (message?.kind !== "ready") return;
		ownUrl = message.publicUrl;
		becomeReady(true);
	});
	return worker;
}

function sendTo(worker: Worker, message: Message): void {
	if (worker.isConnected()) worker.send(message, () => undefined);
}
