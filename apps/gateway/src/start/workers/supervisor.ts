import { pauseAfter } from "@cardseal/platform/jobs";
import type { Logger } from "@cardseal/platform/log";

export interface Ending {
	code: number | null;
	signal: string | null;
	error?: Error;
}

export interface WorkerProcess {
	/** `undefined` when it could not be started. */
	readonly pid: number | undefined;
	/** `false` when it ended before it served. */
	readonly ready: Promise<boolean>;
	readonly ended: Promise<Ending>;
	/** Answers requests on open connections, and then ends. */
	retire(): void;
	stop(): void;
	kill(): void;
}

export interface SupervisorOptions {
	count: number;
	fork: () => WorkerProcess;
	/** No change of the system's clock affects it. */
	elapsedMs: () => number;
	/** Ends when the signal is aborted. */
	pause: (ms: number, signal: AbortSignal) => Promise<void>;
	log: Pick<Logger, "info" | "warn" | "error">;
}

export interface Supervisor {
	/** Resolves with `false` when the first does not start. */
	start(): Promise<boolean>;
	/** Keeps the rest when a new worker does not start. */
	reload(): Promise<void>;
	stop(): Promise<void>;
}

/** The age for a restart without a pause. */
const stableMs = 60_000;

const pauses = { firstMs: 1_000, longestMs: 30_000 };

const handoverMs = 10_000;

/** Workers end within 25 s. */
const killAfterMs = 26_000;

/** Returns no pause after the first short life. */
export function pauseBefore(shortLives: number): number {
	return pauseAfter(shortLives - 1, pauses);
}

interface Place {
	worker: WorkerProcess | undefined;
	shortLives: number;
}

export function createSupervisor({ count, fork, elapsedMs, pause, log }: SupervisorOptions): Supervisor {
	const places = Array.from({ length: count }, (): Place => ({ worker: undefined, shortLives: 0 }));
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

	/** Ends with a replacement or the supervisor's stop. */
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

	async function replace(place: Place): Promise<boolean> {
		const former = place.worker;
		// A new worker has the new settings.
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
			// One worker prepares database, keys and files.
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
