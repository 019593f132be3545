import { pauseAfter } from "../../jobs/pause.ts";
import type { Logger } from "../../log/log.ts";

export interface Ending {
	/** The exit code; `null` after a signal. */
	code: number | null;
	signal: string | null;
	/** Why there was no process, such as a missing file of Node. */
	error?: Error;
}

/** A worker process, as the supervisor knows it. */
export interface WorkerProcess {
	/** `undefined` when it could not be started. */
	readonly pid: number | undefined;
	/** Resolves with `true` once it serves requests; with `false` when it ended before. */
	readonly ready: Promise<boolean>;
	readonly ended: Promise<Ending>;
	/** Lets it accept no further connection, answer what comes on the open ones, and then end. */
	retire(): void;
	/** Lets it finish the running requests and end. */
	stop(): void;
	kill(): void;
}

export interface SupervisorOptions {
	/** The number of workers. */
	count: number;
	fork: () => WorkerProcess;
	/** A clock that no change of the system's clock affects, in ms. */
	elapsedMs: () => number;
	/** Resolves after so many ms, or at once when the signal is aborted. */
	pause: (ms: number, signal: AbortSignal) => Promise<void>;
	log: Pick<Logger, "info" | "warn" | "error">;
}

export interface Supervisor {
	/** Starts the workers. Resolves with `false`, and none is left, when the first one does not start. */
	start(): Promise<boolean>;
	/** Replaces the workers one after another. Keeps those that are left when a new one does not start. */
	reload(): Promise<void>;
	/** Stops all workers and waits for their end. */
	stop(): Promise<void>;
}

/** A worker that ends after so long begins with no pause again. */
const stableMs = 60_000;

const pauses = { firstMs: 1_000, longestMs: 30_000 };

/** The wait for a replaced worker, which is longer than most requests, before the next one is replaced. */
const handoverMs = 10_000;

/** Workers end by themselves within 25 s. */
const killAfterMs = 26_000;

/** Returns the pause before a worker is started again, in ms, after so many short lives in a row: none after the first. Pure. */
export function pauseBefore(shortLives: number): number {
	return pauseAfter(shortLives - 1, pauses);
}

/** One of the workers that should run. */
interface Place {
	worker: WorkerProcess | undefined;
	shortLives: number;
}

/** Creates the supervisor of worker processes: starts one again that ends, and replaces all without a gap. */
export function createSupervisor({ count, fork, elapsedMs, pause, log }: SupervisorOptions): Supervisor {
	const places = Array.from({ length: count }, (): Place => ({ worker: undefined, shortLives: 0 }));
	/** Workers that have not ended, including those that serve requests. */
	const running = new Set<WorkerProcess>();
	const serving = new Map<WorkerProcess, { since: number }>();
	const stopping = new AbortController();
	let reloading: Promise<void> | undefined;
	let isReloadDue = false;

	function begin(place: Place): WorkerProcess {
		const worker = fork();
		place.worker = worker;
		running.add(worker);
		void worker.ready.then((isReady) => {
			if (isReady && running.has(worker)) serving.set(worker, { since: elapsedMs() });
		});
		void worker.ended.then(({ error }) => {
			running.delete(worker);
			if (error !== undefined) log.error({ err: error }, "a worker's process could not be started");
		});
		return worker;
	}

	/** Starts a worker of the place again whenever it ends, until a replacement or the supervisor's stop. */
	async function keep(place: Place, first: WorkerProcess): Promise<void> {
		for (let worker = first; ; worker = begin(place)) {
			const ending = await endOf(worker);
			if (place.worker !== worker || stopping.signal.aborted) return;
			place.shortLives = ending.servedMs >= stableMs ? 1 : place.shortLives + 1;
			const ms = pauseBefore(place.shortLives);
			log.error(
				{ worker: worker.pid, status: ending.code, signal: ending.signal, ms },
				"a worker ended, and is started again",
			);
			await pause(ms, stopping.signal);
			if (stopping.signal.aborted) return;
		}
	}

	async function endOf(worker: WorkerProcess): Promise<Ending & { servedMs: number }> {
		const ending = await worker.ended;
		const served = serving.get(worker);
		serving.delete(worker);
		return { ...ending, servedMs: served === undefined ? 0 : elapsedMs() - served.since };
	}

	/** Returns `false` when the new worker does not start. */
	async function replace(place: Place): Promise<boolean> {
		const former = place.worker;
		// A worker that is being started has the new code and settings anyway.
		if (former === undefined || !serving.has(former)) return true;
		const worker = begin(place);
		const isReady = await worker.ready;
		if (stopping.signal.aborted) return true;
		if (!isReady) {
			const isFormerThere = running.has(former);
			if (isFormerThere) place.worker = former;
			else void keep(place, begin(place));
			return false;
		}
		place.shortLives = 0;
		void keep(place, worker);
		former.retire();
		const ended = new AbortController();
		void endOf(former).then(() => ended.abort());
		// It may keep idle connections for longer, and is no longer needed.
		await pause(handoverMs, ended.signal);
		return true;
	}

	async function replaceAll(): Promise<void> {
		for (const place of places) {
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
		async start() {
			const [place, ...others] = places;
			if (place === undefined) throw new Error("A supervisor needs a worker.");
			// Alone, so that it prepares database, keys and files, and a wrong setting is told once.
			const first = begin(place);
			if (!(await first.ready)) return stopping.signal.aborted;
			void keep(place, first);
			if (stopping.signal.aborted) return true;
			const further = others.map((other) => {
				const worker = begin(other);
				void keep(other, worker);
				return worker.ready;
			});
			await Promise.all(further);
			return true;
		},
		reload() {
			isReloadDue = true;
			reloading ??= reloadWhileDue();
			return reloading;
		},
		async stop() {
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
