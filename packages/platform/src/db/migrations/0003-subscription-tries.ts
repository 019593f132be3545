import type { OnlineStep } from "../migration/migration.ts";

/** Keeps the planned tries of an open period while a merchant tries it. */
export const steps: readonly OnlineStep[] = [
	{
		kind: "change",
		locks: "subscriptions",
		statement: `
			alter table subscriptions
			add column unplanned_attempts integer not null default 0,
			add column planned_run bigint`,
	},
];
