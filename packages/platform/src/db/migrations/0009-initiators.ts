import type { OnlineStep } from "../migration/migration.ts";

/** The initiator of a charge, and the end of a hold; null for those of the previous version. */
export const steps: readonly OnlineStep[] = [
	{
		kind: "change",
		locks: "transactions",
		statement: `
			alter table transactions
				add column initiated_by text check (initiated_by in ('cardholder', 'merchant')),
				add column purpose text check (purpose in ('recurring', 'unscheduled', 'instalment', 'no_show')),
				add column capture_before bigint`,
	},
];
