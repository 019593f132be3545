import type { Job } from "../jobs/repeat.ts";
import type { Audit } from "./audit.ts";

/** An event can be changed unnoticed for a second. */
export function auditJob(audit: Audit): Job {
	return { name: "audit", everyMs: 1_000, run: () => audit.seal() };
}
