import type { OnlineStep } from "../migration/migration.ts";

/** Trials, set-up fees and quantities; changes of plan; days of retries by merchant. */
export const steps: readonly OnlineStep[] = [
	{
		kind: "change",
		locks: "plans",
		statement: `
			alter table plans
				add column trial_days integer not null default 0,
				add column setup_fee_cents bigint not null default 0,
				add column quantity integer not null default 1,
				add constraint plans_terms_check check (
					trial_days between 0 and 365 and setup_fee_cents >= 0 and quantity between 1 and 9999
				) not valid`,
	},
	{
		kind: "change",
		locks: "subscriptions",
		statement: `
			alter table subscriptions
				add column trial_days integer not null default 0,
				add column setup_fee_cents bigint not null default 0,
				add column quantity integer not null default 1,
				add column billing_anchor bigint,
				add column anchor_period integer not null default 0,
				add column credit_cents bigint not null default 0,
				add column paid_from bigint,
				add column paid_until bigint,
				add column paid_cents bigint,
				add column paid_transaction_id text,
				add column paid_back_cents bigint not null default 0,
				add constraint subscriptions_terms_check check (
					trial_days between 0 and 365 and setup_fee_cents >= 0 and quantity between 1 and 9999 and credit_cents >= 0
				) not valid`,
	},
	{
		kind: "change",
		locks: "merchants",
		statement: "alter table merchants add column retry_days integer[] not null default '{1,3,5,7}'",
	},
];
