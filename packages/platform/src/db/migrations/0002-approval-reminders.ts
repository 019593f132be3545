import type { OnlineStep } from "../migration/migration.ts";

/** The time at which the approvers of a payment were reminded of its expiry. */
export const steps: readonly OnlineStep[] = [
	{ kind: "change", locks: "eft_approvals", statement: "alter table eft_approvals add column reminded_at bigint" },
];
