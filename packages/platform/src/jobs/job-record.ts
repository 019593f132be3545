import { type Job, type JobRun, runLimitMs } from "./repeat.ts";

export type JobRecord = ReturnType<typeof createJobRecord>;

/** The last steps may exceed the time limit. */
const reserveMs = 30_000;

/** @param elapsedMs ignores changes of the system's clock */
export function createJobRecord(jobs: Pick<Job, "name" | "everyMs">[], elapsedMs: () => number) {
	const startedAt = elapsedMs();
	const succeededAt = new Map<string, number>();
	return {
		note({ name, isSuccess }: JobRun): void {
			if (isSuccess) succeededAt.set(name, elapsedMs());
		},
		list() {
			return jobs.map(({ name, everyMs }) => {
				const sinceMs = elapsedMs() - (succeededAt.get(name) ?? startedAt);
				return {
					name,
					/** Counts from the start without a success. */
					secondsSinceSuccess: Math.round(sinceMs / 1_000),
					hasSucceeded: succeededAt.has(name),
					/** The job fails again and again, or hangs. */
					isStopped: sinceMs > everyMs + runLimitMs + reserveMs,
				};
			});
		},
	};
}
