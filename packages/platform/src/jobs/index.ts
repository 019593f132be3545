export { type BusinessWork, sumOf, type WorkDone } from "./business-work.ts";
export { createJobRecord, type JobRecord } from "./job-record.ts";
export type { DeleteOldRows, OldRows } from "./old-rows.ts";
export { pauseAfter } from "./pause.ts";
export { businessJob, type Job, repeatJobs } from "./repeat.ts";
