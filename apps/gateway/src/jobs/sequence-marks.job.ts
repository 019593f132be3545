import type { Job } from "./repeat.ts";
import type { SequenceMarks } from "./sequence-marks.ts";

/** Runs every second, so that a sale needs no statement for it. */
export function sequenceMarksJob(marks: SequenceMarks): Job {
	return { name: "sequence marks", everyMs: 1_000, run: () => marks.update() };
}
