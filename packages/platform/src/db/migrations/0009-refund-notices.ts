import type { OnlineStep } from "../migration/migration.ts";

/** Notices of refunds that were made at the processor. */
export const steps: readonly OnlineStep[] = [
	{
		kind: "change",
		locks: "received_notices",
		statement: `
			alter table received_notices
				drop constraint received_notices_kind_check,
				add constraint received_notices_kind_check
					check (kind in ('outcome', 'settlement', 'dispute', 'refund', 'unknown')) not valid`,
	},
];
