import { pauseAfter } from "@cardseal/platform/jobs";
import type { Logger } from "@cardseal/platform/log";
import type { ClusterWorker } from "./cluster-workers.ts";

export type WorkerProcess = Pick<ClusterWorker, "pid" | "ready" | "ended" | "retire" | "stop" | "kill">;

export interface SupervisorOptions {
	count: number;
	fork: () => WorkerProcess;
	elapsedMs: () => number;
	/** Ends when the signal is aborted. */
	pause: (ms: number, signal: AbortSignal) => Promise<void>;
	log: Pick<Logger, "info" | "warn" | "error">;
}

export type Supervisor = ReturnType<typeof createSupervisor>;

/** The age for a restart without a pause. */
const stableMs = 60_000;

const handoverMs = 10_000;

/** Workers end within 25 s. */
const killAfterMs = 26_000;

/** Returns no pause after the first short life. */
export function pauseBefore(shortLives: number): number {
	return pauseAfter(shortLives - 1, { firstMs: 1_000, longestMs: 30_000 });
}

interface Place {
	worker?: WorkerProcess;
	shortLives: number;
}

export function createSupervisor({ count, fork, elapsedMs, pause, log }: SupervisorOptions) {
	const firstPlace: Place = { shortLives: 0 };
	const otherPlaces = Array.from({ length: count - 1 }, (): Place => ({ shortLives: 0 }));
	const running = new Set<WorkerProcess>();
	const servingSince = new WeakMap<WorkerProcess, number>();
	const stopping = new AbortController();
	let reloading: Promise<void> | undefined;
	let isReloadDue = false;

	function begin(place: Place): WorkerProcess {
		const worker = fork();
		place.worker = worker;
		running.add(worker);
		void worker.ready.then((isReady) => isReady && servingSince.set(worker, elapsedMs()));
		void worker.ended.then(({ error }) => {
			running.delete(worker);
			if (error !== undefined) log.error({ err: error }, "a worker's process could not be started");
		});
		return worker;
	}

	/** Ends with a replacement or the supervisor's stop. */
	async function keep(place: Place, first: WorkerProcess): Promise<void> {
		for (let worker = first; ; worker = begin(place)) {
			const { code, signal } = await worker.ended;
			if (place.worker !== worker || stopping.signal.aborted) return;
			const servedMs = elapsedMs() - (servingSince.get(worker) ?? elapsedMs());
			place.shortLives = servedMs >= stableMs ? 1 : place.shortLives + 1;
			const ms = pauseBefore(place.shortLives);
			log.error({ worker: worker.pid, status: code, signal, ms }, "a worker ended, and is started again");
			await pause(ms, stopping.signal);
			if (stopping.signal.aborted) return;
		}
	}

	function beginAndKeep(place: Place): Promise<boolean> {
		const worker = begin(place);
		void keep(place, worker);
		return worker.ready;
	}

	/** Returns false, and keeps the former worker, when a new one does not start. */
	async function replace(place: Place): Promise<boolean> {
		const former = place.worker;
		// A new worker has the new settings.
		if (former === undefined || !running.has(former) || !servingSince.has(former)) return true;
		const worker = begin(place);
		const isReady = await worker.ready;
		if (stopping.signal.aborted) return true;
		if (!isReady) {
			if (running.has(former)) place.worker = former;
			else void beginAndKeep(place);
			return false;
		}
		place.shortLives = 0;
		void keep(place, worker);
		former.retire();
		await Promise.race([former.ended, pause(handoverMs, stopping.signal)]);
		return true;
	}

	async function replaceAll(): Promise<void> {
		for (const place of [firstPlace, ...otherPlaces]) {
			if (stopping.signal.aborted) return;
			if (await replace(place)) continue;
			log.error("a new worker did not start: the present ones go on");
			return;
		}
		log.info("replaced the workers");
	}

	async function reloadWhileDue(): Promise<void> {
		while (isReloadDue) {
			isReloadDue = false;
			await replaceAll();
		}
		reloading = undefined;
	}

	return {
		/** Resolves with `false` when the first worker, which prepares database, keys and files, does not start. */
		async start(): Promise<boolean> {
			const worker = begin(firstPlace);
			if (!(await worker.ready)) return stopping.signal.aborted;
			void keep(firstPlace, worker);
			if (!stopping.signal.aborted) await Promise.all(otherPlaces.map(beginAndKeep));
			return true;
		},
		reload(): Promise<void> {
			isReloadDue = true;
			reloading ??= reloadWhileDue();
			return reloading;
		},
		async stop(): Promise<void> {
			stopping.abort();
			for (const worker of running) worker.stop();
			const ended = new AbortController();
			const killing = pause(killAfterMs, ended.signal).then(() => {
				for (const worker of running) worker.kill();
			});
			await Promise.all([...running].map((worker) => worker.ended));
			ended.abort();
			await killing;
		},
	};
}
