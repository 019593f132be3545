import type { OnlineStep } from "../migration/migration.ts";

/** Sessions of payers in the portal, and what a merchant lets them do there. */
export const steps: readonly OnlineStep[] = [
	{
		kind: "change",
		locks: "merchants",
		statement: `alter table merchants add column portal jsonb not null default '{"pause": false, "cancel": false}'`,
	},
	{
		kind: "change",
		statement: `
			create table portal_sessions (
				lookup_id text primary key,
				merchant_id bigint not null references merchants,
				customer_lookup_id text not null,
				return_url text,
				mail_id text,
				mailed_to bytea,
				cookie_hash bytea unique,
				expires_at bigint not null
			)`,
	},
	{
		kind: "change",
		statement: "create index portal_sessions_of_mail on portal_sessions (mail_id) where mail_id is not null",
	},
	{
		kind: "change",
		statement: "create index portal_sessions_by_expiry on portal_sessions (expires_at)",
	},
];
