import type { Logger } from "../log/log.ts";
import type { BusinessWork } from "./business-work.ts";

export interface Job {
	name: string;
	everyMs: number;
	/** Begins nothing more after `limit` is aborted. */
	run: (limit?: AbortSignal) => Promise<unknown>;
}

export interface JobRun {
	name: string;
	isSuccess: boolean;
}

/** Work in flight has its own limits. */
export const runLimitMs = 120_000;

export function repeatJobs(
	jobs: Job[],
	log: Logger,
	onRun: (run: JobRun) => void = () => undefined,
): { stop(): Promise<void> } {
	const stops = jobs.map((job) => repeatJob(job, log, onRun));
	return {
		async stop() {
			await Promise.all(stops.map((stop) => stop()));
		},
	};
}

function repeatJob(job: Job, log: Logger, onRun: (run: JobRun) => void): () => Promise<void> {
	let stopped = false;
	let timer: NodeJS.Timeout | undefined;
	let running = runAndSchedule();

	async function runAndSchedule(): Promise<void> {
		const limit = new AbortController();
		const limitTimer = setTimeout(() => {
			log.warn({ job: job.name, ms: runLimitMs }, "a job has reached its time limit, and continues in its next run");
			limit.abort();
		}, runLimitMs).unref();
		try {
			await job.run(limit.signal);
			onRun({ name: job.name, isSuccess: true });
		} catch (error) {
			onRun({ name: job.name, isSuccess: false });
			if (!stopped) log.error({ job: job.name, err: error }, "a job failed and will be tried again");
		}
		clearTimeout(limitTimer);
		if (stopped) return;
		timer = setTimeout(() => {
			running = runAndSchedule();
		}, job.everyMs);
	}

	return async () => {
		stopped = true;
		clearTimeout(timer);
		await running;
	};
}

export function businessJob(work: BusinessWork): Job {
	return { name: work.name, everyMs: 1_000, run: (limit) => work.run(limit) };
}
