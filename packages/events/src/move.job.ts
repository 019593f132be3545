import type { Job } from "../jobs/repeat.ts";
import type { EventMover } from "./mover.ts";

/** Moves events that no request of this gateway wrote. */
export function moveEventsJob(mover: EventMover): Job {
	return { name: "events", everyMs: 500, run: () => mover.move() };
}
