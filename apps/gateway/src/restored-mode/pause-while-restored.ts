import type { RestoredMode } from "./restored-mode.ts";

/** Pauses a job or business work while the database is restored; it then returns `idle`. */
export function pauseWhileRestored<Result, Work extends { run(limit?: AbortSignal): Promise<Result> }>(
	mode: Pick<RestoredMode, "open">,
	work: Work & { run(limit?: AbortSignal): Promise<Result> },
	idle: Result,
): Work {
	return { ...work, run: async (limit?: AbortSignal) => (mode.open === undefined ? work.run(limit) : idle) };
}
