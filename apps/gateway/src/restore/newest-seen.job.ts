import type { Job } from "@cardseal/platform/jobs";
import type { NewestSeen } from "./newest-seen.ts";

export function newestSeenJob(seen: NewestSeen): Job {
	return { name: "newest seen", everyMs: 1_000, run: () => seen.update() };
}
