import type { RestoredMode } from "./restored-mode.ts";

/** Runs a job or business work only while the database is not restored; `idle` is what it answers then. */
export function pauseWhileRestored<Result, Work extends { run(limit?: AbortSignal): Promise<Result> }>(
	mode: Pick<RestoredMode, "open">,
	work: Work & { run(limit?: AbortSignal): Promise<Result> },
	idle: Result,
): Work {
	return { ...work, run: async (limit?: AbortSignal) => (mode.open === undefined ? work.run(limit) : idle) };
}
