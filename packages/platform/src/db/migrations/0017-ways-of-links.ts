import type { OnlineStep } from "../migration/migration.ts";

/** Payment links by mail, by bank, and for a plan; the payer's consent. */
export const steps: readonly OnlineStep[] = [
	{
		kind: "change",
		locks: "payment_links",
		statement: `
			alter table payment_links
				add column mails integer not null default 0,
				add column mailed_at bigint,
				add column methods text[] not null default '{card}',
				add column eft_transaction_id text,
				add column plan_lookup_id text,
				add column subscriber_lookup_id text,
				add column subscription_lookup_id text,
				add column consent_text text,
				add column consent_sha256 bytea,
				add column consent_language text,
				add column consent_at bigint`,
	},
	{
		kind: "change",
		locks: "payment_links",
		statement: `
			create index payment_links_waiting on payment_links (id)
			where status = 'OPEN' and (eft_transaction_id is not null or subscription_lookup_id is not null)`,
	},
];
