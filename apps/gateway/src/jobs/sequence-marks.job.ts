import type { Job } from "./repeat.ts";
import type { SequenceMarks } from "./sequence-marks.ts";

export function sequenceMarksJob(marks: SequenceMarks): Job {
	return { name: "sequence marks", everyMs: 1_000, run: () => marks.update() };
}
