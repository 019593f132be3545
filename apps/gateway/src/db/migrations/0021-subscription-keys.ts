import { type Kysely, sql } from "kysely";

/** Which Idempotency-Key made which subscription, so that a repeated request makes no second one. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table subscription_keys (
			merchant_id bigint not null,
			key text not null,
			fingerprint bytea not null,
			subscription_id bigint not null references subscriptions,
			created_at bigint not null,
			primary key (merchant_id, key)
		)`.execute(database);
	await sql`create index subscription_keys_by_age on subscription_keys (created_at)`.execute(database);
}
