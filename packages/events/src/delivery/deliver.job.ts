import type { Job } from "@cardseal/platform/jobs";
import type { Deliverer } from "./deliverer.ts";

/** Resumes deliveries of gateways that have died, too. */
export function deliverEventsJob(deliverer: Deliverer): Job {
	return { name: "deliveries", everyMs: 500, run: () => deliverer.begin() };
}
