import type { Job } from "../../jobs/repeat.ts";
import type { Deliverer } from "./deliverer.ts";

/** Begins repeated deliveries, and those of gateways that have died. */
export function deliverEventsJob(deliverer: Deliverer): Job {
	return { name: "deliveries", everyMs: 500, run: () => deliverer.begin() };
}
