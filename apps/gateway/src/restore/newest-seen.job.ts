import type { Job } from "../jobs/repeat.ts";
import type { NewestSeen } from "./newest-seen.ts";

export function newestSeenJob(seen: NewestSeen): Job {
	return { name: "newest seen", everyMs: 1_000, run: () => seen.update() };
}
