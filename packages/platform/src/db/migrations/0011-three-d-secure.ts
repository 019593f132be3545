import type { OnlineStep } from "../migration/migration.ts";

/** 3-D Secure: charges that wait for their payer, results, the merchant's rules, and the payer's browser. */
export const steps: readonly OnlineStep[] = [
	{
		kind: "change",
		locks: "transactions",
		statement: `
			alter table transactions
				add column three_d_secure_status text check (three_d_secure_status in ('Y', 'A', 'N', 'U', 'R', 'I', 'C')),
				add column three_d_secure_version text,
				add column three_d_secure_eci text,
				add column liability_shift boolean`,
	},
	{
		kind: "change",
		locks: "pending_transactions",
		statement: `
			alter table pending_transactions
				drop constraint pending_transactions_state_check,
				add constraint pending_transactions_state_check
					check (state in ('waiting', 'unreachable', 'accepted', 'unknown', 'differs', 'payer')) not valid`,
	},
	{
		kind: "change",
		statement: `
			create table payer_actions (
				transaction_id text primary key,
				url text not null,
				method text not null check (method in ('GET', 'POST')),
				fields jsonb not null,
				return_url text,
				expires_at bigint not null,
				returned jsonb,
				ended_at bigint
			)`,
	},
	{
		kind: "change",
		locks: "merchants",
		statement: `
			alter table merchants
				add column three_d_secure text not null default 'never' check (three_d_secure in ('never', 'auto', 'always')),
				add column three_d_secure_above bigint,
				add column three_d_secure_outside text`,
	},
	{
		kind: "change",
		locks: "widget_sessions",
		statement: "alter table widget_sessions add column browser jsonb",
	},
];
