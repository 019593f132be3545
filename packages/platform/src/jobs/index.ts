export { businessJob } from "./business.job.ts";
export { type BusinessWork, sumOf, type WorkDone } from "./business-work.ts";
export { createJobRecord, type JobRecord } from "./job-record.ts";
export type { DeleteOldRows, OldRows } from "./old-rows.ts";
export { pauseAfter } from "./pause.ts";
export { type Job, repeatJobs } from "./repeat.ts";
