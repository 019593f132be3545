import type { BusinessWork } from "./business-work.ts";
import type { Job } from "./repeat.ts";

/** Runs each work as a separate job, so that none delays another. */
export function businessJob(work: BusinessWork): Job {
	return { name: work.name, everyMs: 1_000, run: (limit) => work.run(limit) };
}
