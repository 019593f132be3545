import { type Kysely, sql } from "kysely";

/** Idempotency-Keys of card payments, transfers and subscriptions, each with its stored response. */
export async function createIdempotencyTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table idempotency_keys (
			merchant_id bigint not null,
			route text not null,
			key text not null,
			fingerprint bytea not null,
			transaction_id text unique,
			response_status integer,
			response_body text,
			created_at bigint not null,
			primary key (merchant_id, route, key)
		)`.execute(database);
	await sql`create index idempotency_keys_by_age on idempotency_keys (created_at)`.execute(database);
}
