import type { Job } from "@cardseal/platform/jobs";
import type { EventMover } from "./mover.ts";

/** Moves events that no request of this gateway wrote. */
export function moveEventsJob(mover: EventMover): Job {
	return { name: "events", everyMs: 500, run: () => mover.move() };
}
