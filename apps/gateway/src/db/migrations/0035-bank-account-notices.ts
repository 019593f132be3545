import { type Kysely, sql } from "kysely";

/** What owners are told by mail: that deposits go elsewhere. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table eft_account_notices (
			id text primary key,
			merchant_id bigint not null references merchants,
			owner_id bigint not null references staff,
			change text not null check (change in ('linked', 'replaced', 'removed')),
			masked_account text not null,
			changed_by bigint references staff,
			changed_at bigint not null
		)`.execute(database);
}
