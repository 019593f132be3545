import type { OnlineStep } from "../migration/migration.ts";

/**
 * One sum of payments for each finished day and currency, in place of those of 15 minutes. Until they are replaced, gateways of the
 * previous version read every payment: they find no sums, and the constraint stops their job. A later version drops the two tables.
 */
export const steps: readonly OnlineStep[] = [
	{
		kind: "change",
		statement: `
			create table payment_day_sums (
				merchant_id bigint not null,
				begins_at bigint not null,
				ends_at bigint not null,
				currency text not null,
				approved_count bigint not null,
				approved_cents bigint not null,
				declined_count bigint not null,
				declined_cents bigint not null,
				refunded_count bigint not null,
				refunded_cents bigint not null,
				primary key (merchant_id, begins_at, ends_at, currency)
			)`,
	},
	{ kind: "change", statement: "create index payment_day_sums_by_end on payment_day_sums (ends_at)" },
	{
		kind: "change",
		locks: "payment_sums_progress",
		statement: "truncate payment_sums, payment_sums_progress",
	},
	{
		kind: "change",
		statement: "alter table payment_sums_progress add constraint payment_sums_progress_unused check (false)",
	},
];
