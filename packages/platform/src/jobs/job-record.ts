import type { Job, JobRun } from "./repeat.ts";
import { runLimitMs } from "./repeat.ts";

export interface JobState {
	name: string;
	/** Counts from the start without a success. */
	secondsSinceSuccess: number;
	hasSucceeded: boolean;
	/** The job fails again and again, or hangs. */
	isStopped: boolean;
}

export interface JobRecord {
	note(run: JobRun): void;
	list(): JobState[];
}

/** The last steps may exceed the time limit. */
const reserveMs = 30_000;

/** @param elapsedMs ignores changes of the system's clock */
export function createJobRecord(jobs: Pick<Job, "name" | "everyMs">[], elapsedMs: () => number): JobRecord {
	const startedAt = elapsedMs();
	const succeededAt = new Map<string, number>();
	return {
		note({ name, isSuccess }) {
			if (isSuccess) succeededAt.set(name, elapsedMs());
		},
		list() {
			return jobs.map(({ name, everyMs }) => {
				const sinceMs = elapsedMs() - (succeededAt.get(name) ?? startedAt);
				return {
					name,
					secondsSinceSuccess: Math.round(sinceMs / 1_000),
					hasSucceeded: succeededAt.has(name),
					isStopped: sinceMs > everyMs + runLimitMs + reserveMs,
				};
			});
		},
	};
}
