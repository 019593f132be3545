import type { Job } from "./repeat.ts";
import type { SequenceMarks } from "./sequence-marks.ts";

/** Reserves numbers ahead, and notices a restored database, every second. A sale needs no statement for it. */
export function sequenceMarksJob(marks: SequenceMarks): Job {
	return { name: "sequence marks", everyMs: 1_000, run: () => marks.update() };
}
