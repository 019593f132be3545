import type { OnlineStep } from "../migration/migration.ts";

/** Declines of class `configuration`: a processor refuses the account or the request's content. */
export const steps: readonly OnlineStep[] = [
	{
		kind: "change",
		locks: "transactions",
		statement: `
			alter table transactions
				drop constraint transactions_decline_class_check,
				add constraint transactions_decline_class_check
					check (decline_class in ('soft', 'hard', 'data', 'configuration')) not valid`,
	},
];
