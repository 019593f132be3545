import type { OnlineStep } from "../migration/migration.ts";

/** Merchants' rules on AVS and CVV, and the reversals of approvals that a rule rejected. */
export const steps: readonly OnlineStep[] = [
	{
		kind: "change",
		locks: "merchants",
		statement: `
			alter table merchants
				add column rejects_avs_no_match boolean not null default false,
				add column rejects_cvv_no_match boolean not null default false`,
	},
	{
		kind: "change",
		statement: `
			create table reversals (
				reference text primary key,
				merchant_id bigint not null references merchants,
				transaction_id text not null references transactions (transaction_id),
				operation text not null check (operation in ('void', 'refund')),
				number integer not null check (number > 0),
				state text not null default 'waiting'
					check (state in ('waiting', 'attention', 'done', 'declined', 'not_received')),
				tries integer not null default 0,
				next_try_at bigint not null,
				created_at bigint not null,
				processor_transaction_id text,
				unique (transaction_id, operation, number)
			)`,
	},
	{
		kind: "change",
		statement: "create index reversals_open on reversals (next_try_at) where state in ('waiting', 'attention')",
	},
];
