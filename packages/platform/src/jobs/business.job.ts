import type { BusinessWork } from "./business-work.ts";
import type { Job } from "./repeat.ts";

/** Separate jobs delay no other. */
export function businessJob(work: BusinessWork): Job {
	return { name: work.name, everyMs: 1_000, run: (limit) => work.run(limit) };
}
