import type { Logger } from "pino";

export interface Job {
	name: string;
	/** Time between the end of one run and the start of the next. */
	everyMs: number;
	run: () => Promise<unknown>;
}

/** Runs each job at once and then repeatedly. A failed run is logged and repeated. */
export function repeatJobs(jobs: Job[], log: Logger): { stop(): Promise<void> } {
	const stops = jobs.map((job) => repeatJob(job, log));
	return {
		async stop() {
			await Promise.all(stops.map((stop) => stop()));
		},
	};
}

function repeatJob(job: Job, log: Logger): () => Promise<void> {
	let stopped = false;
	let timer: NodeJS.Timeout | undefined;
	let running = runAndSchedule();

	async function runAndSchedule(): Promise<void> {
		try {
			await job.run();
		} catch (error) {
			if (!stopped) log.error({ job: job.name, err: error }, "a job failed and will be tried again");
		}
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
