import type { BusinessWork } from "./business-work.ts";
import type { Job } from "./repeat.ts";

/** Does what has fallen due on the business clock. Each work is a job of its own, so that none holds up another. */
export function businessJob(work: BusinessWork): Job {
	return { name: work.name, everyMs: 1_000, run: () => work.run() };
}
