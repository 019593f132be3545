import type { Job } from "../jobs/repeat.ts";
import type { Audit } from "./audit.ts";

/** Seals the audit log: what somebody could still change unseen is a second old at most. */
export function auditJob(audit: Audit): Job {
	return { name: "audit", everyMs: 1_000, run: () => audit.seal() };
}
