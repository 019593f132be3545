import type { OnlineStep } from "../migration/migration.ts";

/** Charges of the demo processor that wait for their payer, and how the demo bank authenticated. */
export const steps: readonly OnlineStep[] = [
	{
		kind: "change",
		locks: "demo_processor.journal",
		statement: `
			alter table demo_processor.journal
				add column authentication_status text
					check (authentication_status in ('Y', 'A', 'N', 'U', 'R', 'I', 'C')),
				add column authentication_version text,
				add column authentication_eci text,
				add column challenge text,
				drop constraint journal_result_check,
				add constraint journal_result_check
					check (result in ('approved', 'declined', 'not_received', 'action')) not valid`,
	},
];
