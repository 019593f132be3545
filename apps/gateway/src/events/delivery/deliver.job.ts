import type { Job } from "../../jobs/repeat.ts";
import type { Deliverer } from "./deliverer.ts";

/** Begins deliveries whose time has come: repeated ones, and those of gateways that have died. */
export function deliverEventsJob(deliverer: Deliverer): Job {
	return { name: "deliveries", everyMs: 500, run: () => deliverer.begin() };
}
