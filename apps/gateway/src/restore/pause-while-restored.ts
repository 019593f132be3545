import type { RestoredMode } from "./restored-mode.ts";

/** Returns `idle` while paused. */
export function pauseWhileRestored<Result, Work extends { run(limit?: AbortSignal): Promise<Result> }>(
	mode: Pick<RestoredMode, "isNormal">,
	work: Work & { run(limit?: AbortSignal): Promise<Result> },
	idle: Result,
): Work {
	return { ...work, run: async (limit?: AbortSignal) => (mode.isNormal ? work.run(limit) : idle) };
}
