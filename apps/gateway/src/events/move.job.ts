import type { Job } from "../jobs/repeat.ts";
import type { EventMover } from "./mover.ts";

/** Moves events of jobs, of commands, and of gateways that have died. */
export function moveEventsJob(mover: EventMover): Job {
	return { name: "events", everyMs: 500, run: () => mover.move() };
}
