import type { OnlineStep } from "../migration/migration.ts";

/** What receipts show of a merchant: its tax numbers, and its logo. */
export const steps: readonly OnlineStep[] = [
	{
		kind: "change",
		locks: "merchants",
		statement: "alter table merchants add column tax_numbers jsonb not null default '[]'",
	},
	{
		kind: "change",
		statement: `
			create table merchant_logos (
				merchant_id bigint primary key,
				content_hash text not null,
				media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
				width integer not null,
				height integer not null,
				content bytea not null
			)`,
	},
	{
		kind: "change",
		statement: "create index merchant_logos_by_content on merchant_logos (content_hash)",
	},
];
