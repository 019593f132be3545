import cluster from "node:cluster";
import { withinTime } from "@cardseal/platform";
import type { Answers, ToSupervisor, ToWorker } from "./worker.ts";

/** Prometheus waits for 10 s. */
const askLimitMs = 5_000;

export interface Ending {
	code: number | null;
	signal: string | null;
	/** Set when no process could be started. */
	error?: Error;
}

export type ClusterWorker = ReturnType<typeof forkWorker>;

/** Returns an ended worker when no process can start. */
export function forkWorker(publicUrl: string | undefined) {
	const ended = Promise.withResolvers<Ending>();
	const ready = Promise.withResolvers<boolean>();
	const waiting = new Map<number, (answer: unknown) => void>();
	let [asked, ownUrl, lastFigures] = [0, undefined as string | undefined, undefined as unknown];
	const fail = (error: unknown) => ended.resolve({ code: null, signal: null, error: error as Error });
	const forked = fork(publicUrl, fail);
	const send = (message: ToWorker) => forked?.isConnected() && forked.send(message, () => undefined);
	void ended.promise.then(() => ready.resolve(false));
	forked?.on("exit", (code, signal) => ended.resolve({ code, signal }));
	// Without a process there is no exit. Messages to an ended worker fail, too.
	forked?.on("error", (error) => forked.process.pid === undefined && fail(error));
	forked?.on("message", (message: ToSupervisor) => {
		if (message.kind === "answer") waiting.get(message.id)?.(message.value);
		if (message.kind === "figures") lastFigures = message.value;
		if (message.kind !== "ready") return;
		ownUrl = message.publicUrl;
		ready.resolve(true);
	});
	return {
		/** `undefined` when it could not be started. */
		pid: forked?.process.pid,
		ready: ready.promise,
		ended: ended.promise,
		publicUrl: () => ownUrl,
		lastFigures: () => lastFigures,
		/** Resolves with `undefined` after the time limit. */
		ask<Question extends keyof Answers>(question: Question): Promise<Answers[Question] | undefined> {
			const id = ++asked;
			const answer = new Promise<unknown>((resolve) => waiting.set(id, resolve));
			send({ kind: "ask", id, question });
			const inTime = withinTime(askLimitMs, Promise.race([answer, ended.promise.then(() => undefined)]));
			return inTime.finally(() => waiting.delete(id)) as Promise<Answers[Question] | undefined>;
		},
		/** Answers requests on open connections, and then ends. */
		retire: (): void => void send({ kind: "retire" }),
		stop: (): void => void forked?.process.kill("SIGTERM"),
		kill: (): void => void forked?.process.kill("SIGKILL"),
	};
}

function fork(publicUrl = "", fail: (error: unknown) => void) {
	try {
		return cluster.fork({ CARDSEAL_WORKER: publicUrl });
	} catch (error) {
		fail(error);
	}
}
